-- The versions of a document in an edition, found by its key or by its path in the source; `seen`: valid on the day.
SELECT v.id, d.key AS document, v.source, v.title, v.kind, v.status, v.valid_from, {version_until} AS valid_to, v.metadata,
       length(v.text) AS characters, v.from_edition, ({version_seen}) AS seen
FROM version v
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND (d.key = ANY (%(keys)s) OR v.source = %(key)s)
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
ORDER BY v.valid_from DESC NULLS LAST, v.source COLLATE "C", v.ordinal
