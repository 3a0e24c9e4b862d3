-- Versions with chunks that joined in the editions to index and are in no segment yet.
SELECT v.id, v.from_edition, coalesce(CASE WHEN v.to_edition <= %(edition)s THEN v.to_edition END, 0), c.chunks
FROM version v
CROSS JOIN LATERAL (SELECT count(*)::int AS chunks FROM chunk WHERE version_id = v.id) c
WHERE v.corpus_id = %(corpus)s AND v.from_edition > %(covered)s AND v.from_edition <= %(edition)s
  AND v.id > %(after)s AND v.status = 'chunked' AND c.chunks > 0
ORDER BY v.id
LIMIT %(page)s
