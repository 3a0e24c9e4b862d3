-- What some versions cite.
SELECT DISTINCT version_id, kind, target
FROM citation
WHERE version_id = ANY (%(versions)s) AND target <> ''
ORDER BY version_id, kind, target
