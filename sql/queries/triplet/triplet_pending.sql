-- Versions with triplets that joined in the editions to index and are in no segment yet.
SELECT v.id, v.from_edition, coalesce(CASE WHEN v.to_edition <= %(edition)s THEN v.to_edition END, 0), t.triplets
FROM version v
CROSS JOIN LATERAL (SELECT count(*)::int AS triplets FROM triplet WHERE version_id = v.id) t
WHERE v.corpus_id = %(corpus)s AND v.from_edition > %(covered)s AND v.from_edition <= %(edition)s
  AND v.id > %(after)s AND v.status = 'chunked' AND t.triplets > 0
ORDER BY v.id
LIMIT %(page)s
