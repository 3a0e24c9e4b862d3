-- The chunks of a version as readers see them, in the order of the text.
SELECT id, path, role, header, content, char_start AS start, char_end AS "end", tokens, parent, metadata, valid_from, valid_to
FROM chunk
WHERE version_id = %(version)s
ORDER BY ordinal
