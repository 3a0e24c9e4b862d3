-- Versions, each with a stretch of its text: from a character, up to another.
SELECT v.id, d.key AS document, v.source, v.title, v.valid_from, wanted.first AS offset,
       v.metadata ->> 'company' AS company, CASE WHEN v.metadata ->> 'fiscal_year' ~ '^[0-9]{4}$' THEN (v.metadata ->> 'fiscal_year')::int END AS year,
       substr(v.text, wanted.first + 1, wanted.last - wanted.first) AS stretch
FROM unnest(%(versions)s::bigint[], %(firsts)s::int[], %(lasts)s::int[]) AS wanted (version, first, last)
JOIN version v ON v.id = wanted.version
JOIN document d ON d.id = v.document_id
