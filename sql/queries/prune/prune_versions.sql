-- Delete one batch of the versions that no kept edition needs. Their chunks, citations, triplets and facts are
-- deleted with them.
DELETE FROM version v
USING doomed_version doomed
WHERE doomed.number > %(start)s AND doomed.number <= %(end)s AND v.id = doomed.id
