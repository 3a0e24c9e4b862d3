-- Chunks that stand near others in their versions, each once: those that are in force on the day, or all.
SELECT DISTINCT c.version_id AS version, c.ordinal, c.path, c.parent, c.metadata ->> 'heading' AS heading, c.header,
       c.char_start AS start, c.char_end AS "end", {version_seen} AND {chunk_seen} AS in_force
FROM unnest(%(versions)s::bigint[], %(ordinals)s::int[]) AS hit (version, ordinal)
JOIN version v ON v.id = hit.version
JOIN chunk c ON c.version_id = v.id
            AND c.ordinal BETWEEN hit.ordinal - %(distance)s AND hit.ordinal + %(distance)s
WHERE %(include_repealed)s OR ({chunk_seen})
