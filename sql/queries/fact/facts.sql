-- The facts in an edition, by document: those of the whole company first, then in the order of the tags.
SELECT d.key AS document, v.metadata ->> 'cik' AS cik, v.metadata ->> 'ticker' AS ticker,
       v.metadata ->> 'company' AS company, f.year, f.concept, f.label, f.value, f.unit, f.period_start, f.period_end,
       f.dimensions, v.metadata ->> 'accession' AS accession, f.char_start AS start, f.char_end AS "end",
       f.decimals, (v.metadata ->> 'fiscal_year')::int AS fiscal_year, v.metadata ->> 'period_end' AS closing
FROM version v
JOIN document d ON d.id = v.document_id
JOIN fact f ON f.version_id = v.id AND f.corpus_id = v.corpus_id
WHERE {version_member}
  AND (%(companies)s::text[] IS NULL
       OR coalesce(v.metadata ->> 'cik', v.metadata ->> 'company') = ANY (%(companies)s))
  AND (%(concepts)s::text[] IS NULL OR f.concept = ANY (%(concepts)s))
  AND (%(year)s::int IS NULL OR f.year = %(year)s)
ORDER BY d.key COLLATE "C", v.id, f.dimensions <> '{}', f.ordinal
