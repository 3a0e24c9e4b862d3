-- In which versions chunks stand.
SELECT id, version_id FROM chunk WHERE id = ANY (%(ids)s)
