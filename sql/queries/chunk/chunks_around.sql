-- Chunks that stand near others in their versions and are valid on the day, each once.
SELECT DISTINCT c.version_id AS version, c.ordinal, c.path, c.parent, c.metadata ->> 'heading' AS heading, c.header,
       c.char_start AS start, c.char_end AS "end"
FROM unnest(%(versions)s::bigint[], %(ordinals)s::int[]) AS hit (version, ordinal)
JOIN chunk c ON c.version_id = hit.version
            AND c.ordinal BETWEEN hit.ordinal - %(distance)s AND hit.ordinal + %(distance)s
WHERE (c.valid_from IS NULL OR c.valid_from <= %(day)s)
  AND (c.valid_to IS NULL OR c.valid_to > %(day)s)
