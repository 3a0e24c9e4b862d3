-- What a reader is told of versions.
SELECT v.id, v.kind, v.valid_from, {version_until} AS valid_to, {version_seen} AS in_force, v.metadata
FROM version v
WHERE v.id = ANY (%(ids)s)
