-- The chunks of an edition by natural keys, in an order that depends on nothing else.
SELECT d.key AS document, v.source, v.title, c.path, c.role, c.header, c.content, c.char_start AS start, c.char_end AS "end",
       c.valid_from, c.valid_to, c.metadata
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN document d ON d.id = v.document_id
WHERE v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
ORDER BY v.source COLLATE "C", v.ordinal, c.ordinal
