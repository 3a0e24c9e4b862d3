-- Delete the versions that no kept edition needs, a batch at a time; their chunks and what hangs on them go too.
DELETE FROM version v
USING doomed_version doomed
WHERE doomed.number > %(start)s AND doomed.number <= %(end)s AND v.id = doomed.id
