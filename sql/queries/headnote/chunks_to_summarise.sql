-- The chunks of some versions, in the order of the text.
SELECT version_id, path, role, header, char_start AS start, char_end AS "end", paragraphs, overlap
FROM chunk
WHERE version_id = ANY (%(versions)s)
ORDER BY version_id, ordinal
