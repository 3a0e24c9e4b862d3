-- What a reader is shown of the chunks found.
SELECT c.id, d.key AS document, v.source, v.title, c.path, c.role, c.header, c.content, c.char_start AS start, c.char_end AS "end",
       c.valid_from, c.valid_to, c.metadata
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN document d ON d.id = v.document_id
WHERE c.id = ANY (%(ids)s)
