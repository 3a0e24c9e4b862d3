-- The fields that the metadata of the edition's versions and chunks have.
SELECT key COLLATE "C"
FROM version v
LEFT JOIN chunk c ON c.version_id = v.id,
     LATERAL jsonb_object_keys(v.metadata || coalesce({chunk_metadata}, '{}')) AS key
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
GROUP BY 1
ORDER BY 1
