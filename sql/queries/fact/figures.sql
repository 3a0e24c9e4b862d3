-- Facts of whole companies, with the table that prints each: "ITEM_8.t3", whichever piece of it. What a row is called is
-- compared without marks and brackets: "Capital expenditures (including software)" is "capital expenditures".
SELECT d.key AS document, f.year, f.concept, f.value, f.unit, f.period_start, f.period_end,
       v.metadata ->> 'accession' AS accession, f.char_start AS start, f.char_end AS "end", f.decimals, l.called,
       (v.metadata ->> 'fiscal_year')::int AS fiscal_year, v.metadata ->> 'period_end' AS closing, t.printed_in
FROM version v
JOIN document d ON d.id = v.document_id
JOIN fact f ON f.version_id = v.id AND f.corpus_id = v.corpus_id
CROSS JOIN LATERAL (
    SELECT lower(btrim(regexp_replace(regexp_replace(f.label, '\([^()]*\)', ' ', 'g'), '[^A-Za-z]+', ' ', 'g'))) AS called
) l
LEFT JOIN LATERAL (
    SELECT regexp_replace(c.path, '\.p[0-9]+$', '') AS printed_in
    FROM chunk c
    WHERE c.version_id = v.id AND c.role = 'table' AND c.char_start <= f.char_start AND c.char_end >= f.char_end
    LIMIT 1
) t ON true
WHERE {version_member}
  AND coalesce(v.metadata ->> 'cik', v.metadata ->> 'company') = ANY (%(companies)s)
  AND (f.concept = ANY (%(concepts)s) OR l.called = ANY (%(labels)s))
  AND f.dimensions = '{}' AND f.value IS NOT NULL AND f.year IS NOT NULL
ORDER BY d.key COLLATE "C", v.id, f.ordinal
