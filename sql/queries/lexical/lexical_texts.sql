-- The texts by which the chunks of some versions are found.
SELECT id, concat_ws(E'\n', header, prefix, content)
FROM chunk
WHERE version_id = ANY (%(versions)s)
ORDER BY version_id, ordinal
