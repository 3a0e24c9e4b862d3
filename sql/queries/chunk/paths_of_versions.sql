-- The paths of the chunks of versions, and the numbered paragraphs in them.
SELECT version_id, path, paragraphs
FROM chunk
WHERE version_id = ANY (%(versions)s)
ORDER BY version_id, ordinal
