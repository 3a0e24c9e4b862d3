-- What the documents of an edition have in common with questions: courts, services, Items, and the years of documents.
WITH member AS (
    SELECT v.metadata,
           coalesce(v.metadata ->> 'fiscal_year', left(v.metadata ->> 'date', 4), left(v.valid_from::text, 4)) AS year
    FROM version v
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s
      AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
)
SELECT coalesce(array_agg(DISTINCT metadata ->> 'court') FILTER (WHERE metadata ->> 'court' <> ''), '{}') AS courts,
       coalesce(array_agg(DISTINCT metadata ->> 'service') FILTER (WHERE metadata ->> 'service' <> ''), '{}') AS services,
       ARRAY (SELECT DISTINCT jsonb_object_keys(m.metadata -> 'items')
              FROM member m
              WHERE jsonb_typeof(m.metadata -> 'items') = 'object') AS sections,
       min(year::int) FILTER (WHERE year ~ '^(19|20)[0-9]{2}$') AS oldest,
       max(year::int) FILTER (WHERE year ~ '^(19|20)[0-9]{2}$') AS newest
FROM member
