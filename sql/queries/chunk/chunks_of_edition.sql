-- The ids of the chunks of an edition.
SELECT c.id
FROM version v
JOIN chunk c ON c.version_id = v.id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
