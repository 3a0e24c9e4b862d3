-- What a reader is told of versions.
SELECT id, kind, valid_from, valid_to, metadata FROM version WHERE id = ANY (%(ids)s)
