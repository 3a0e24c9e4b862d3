-- The stored texts of versions, with their ranges that are no chunk.
SELECT id, text, set_aside
FROM version
WHERE id = ANY (%(ids)s)
