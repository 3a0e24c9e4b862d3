-- Chunks at the paths that a query names, with what their documents are called.
SELECT c.id, concat_ws(' ', d.key, v.title)
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN document d ON d.id = v.document_id
WHERE c.corpus_id = %(corpus)s
  AND c.path = ANY (%(paths)s)
  AND {filter}
