-- The chunks of an edition with natural keys instead of ids, in a stable order; with a day, only the chunks valid on
-- it.
SELECT d.key AS document, v.source, v.title, c.path, c.role, c.header, c.content, c.char_start AS start, c.char_end AS "end",
       coalesce(c.valid_from, v.valid_from) AS valid_from,
       coalesce(c.valid_to, {version_until}) AS valid_to, {chunk_metadata} AS metadata, nullif(c.prefix, '') AS prefix
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND (%(day)s::date IS NULL OR ({chunk_seen} AND {version_seen}))
ORDER BY v.source COLLATE "C", v.ordinal, c.ordinal
