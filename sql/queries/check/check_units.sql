-- The chunks of versions with the numbers of what begins in them; `seen`: in force on the day.
SELECT c.version_id, c.path, c.parent, c.char_start AS start, c.char_end AS "end", c.paragraphs, c.clauses,
       c.subsections, ({chunk_seen}) AS seen
FROM chunk c
WHERE c.version_id = ANY (%(versions)s::bigint[])
ORDER BY c.version_id, c.ordinal
