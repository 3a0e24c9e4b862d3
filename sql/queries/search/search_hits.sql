-- What a reader is shown of the chunks found.
SELECT c.id, c.version_id, c.ordinal, d.key AS document, v.source, v.title, c.path, c.role, c.header, c.content,
       c.char_start AS start, c.char_end AS "end",
       coalesce(c.valid_from, v.valid_from) AS valid_from,
       coalesce(c.valid_to, {version_until}) AS valid_to, {version_seen} AND {chunk_seen} AS in_force,
       {chunk_metadata} AS metadata
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN document d ON d.id = v.document_id
WHERE c.id = ANY (%(ids)s)
