-- The versions of an edition that have chunks.
SELECT v.id
FROM version v
WHERE v.corpus_id = %(corpus)s AND v.status = 'chunked'
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND EXISTS (SELECT FROM chunk c WHERE c.version_id = v.id)
