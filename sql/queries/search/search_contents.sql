-- What chunks say.
SELECT id, content FROM chunk WHERE id = ANY (%(ids)s)
