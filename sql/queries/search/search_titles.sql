-- What the documents of an edition are called: key, title, and the numbers in these fields of their metadata.
SELECT v.id, v.document_id, d.key, v.title,
       ARRAY (SELECT number #>> '{}'
              FROM unnest(%(fields)s::text[]) AS field, jsonb_path_query(v.metadata -> field, '$[*]') AS number)
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND v.status = 'chunked'
ORDER BY v.id
