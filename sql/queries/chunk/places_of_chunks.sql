-- Where chunks stand: the version, and the place in it.
SELECT id, version_id, ordinal FROM chunk WHERE id = ANY (%(ids)s)
