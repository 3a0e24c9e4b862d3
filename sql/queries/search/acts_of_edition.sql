-- The acts of an edition by their keys, with the newest title of each.
SELECT DISTINCT ON (d.key) d.key, v.title
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND v.kind = ANY (%(acts)s)
ORDER BY d.key, v.valid_from DESC NULLS LAST, v.id DESC
