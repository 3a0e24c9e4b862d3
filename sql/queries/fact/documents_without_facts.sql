-- The documents of an edition that have no facts at all.
SELECT d.key
FROM version v
JOIN document d ON d.id = v.document_id
WHERE {version_member}
  AND (%(companies)s::text[] IS NULL
       OR coalesce(v.metadata ->> 'cik', v.metadata ->> 'company') = ANY (%(companies)s))
  AND (%(year)s::int IS NULL OR v.metadata ->> 'fiscal_year' = %(year)s::text)
  AND NOT EXISTS (SELECT FROM fact f WHERE f.version_id = v.id)
ORDER BY d.key COLLATE "C"
