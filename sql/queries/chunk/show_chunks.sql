-- The chunks of a version as readers see them, in the order of the text; `seen`: the version is valid on the day.
SELECT c.id, c.path, c.role, c.header, c.content, c.char_start AS start, c.char_end AS "end", c.tokens, c.parent,
       {chunk_metadata} AS metadata, c.valid_from, c.valid_to,
       %(seen)s AND {chunk_seen} AS in_force
FROM chunk c
WHERE c.version_id = %(version)s
ORDER BY c.ordinal
