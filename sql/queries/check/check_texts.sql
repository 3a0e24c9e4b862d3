-- The texts of versions.
SELECT id, text FROM version WHERE id = ANY (%(versions)s::bigint[])
