DELETE FROM version v
USING doomed_version doomed
WHERE doomed.place > %(start)s AND doomed.place <= %(end)s AND v.id = doomed.id
