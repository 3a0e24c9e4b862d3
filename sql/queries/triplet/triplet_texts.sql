-- The words by which the triplets of some versions are found.
SELECT chunk_id, subject, predicate, object
FROM triplet
WHERE version_id = ANY (%(versions)s)
ORDER BY version_id, made_by, ordinal
