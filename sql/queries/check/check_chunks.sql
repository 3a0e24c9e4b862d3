-- Chunks with their places and texts; `seen`: of a version that is valid on the day, and in force then.
SELECT c.id, c.version_id, d.key AS document, c.path, c.char_start AS start, c.char_end AS "end", c.content,
       ({version_seen} AND {chunk_seen}) AS seen
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN document d ON d.id = v.document_id
WHERE c.id = ANY (%(chunks)s::bigint[])
ORDER BY c.id
