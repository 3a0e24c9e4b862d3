-- The id of the chunk of each triplet of an edition.
SELECT t.chunk_id
FROM version v
JOIN triplet t ON t.version_id = v.id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
