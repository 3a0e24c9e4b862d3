-- The numbers of documents, versions (by status) and chunks in an edition.
SELECT count(DISTINCT v.document_id) AS documents,
       count(*) AS versions,
       count(*) FILTER (WHERE v.status = 'chunked') AS chunked,
       count(*) FILTER (WHERE v.status = 'no_body') AS no_body,
       count(*) FILTER (WHERE v.status = 'not_chunked') AS not_chunked,
       coalesce(sum(c.chunks), 0)::bigint AS chunks
FROM version v
LEFT JOIN LATERAL (SELECT count(*) AS chunks FROM chunk WHERE version_id = v.id) c ON true
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
