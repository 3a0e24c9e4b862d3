-- One page of the vectors that a remote index lacks, or has with other metadata, ordered by key. One
-- without a direction has no cosine, and none is put.
SELECT n.key, e.vector, n.metadata
FROM needed_vector n
JOIN {vectors} e ON e.text_hash = n.text_hash
WHERE n.key > %(after)s
  AND NOT EXISTS (SELECT FROM listed_vector l WHERE l.key = n.key AND l.metadata = n.metadata)
  AND l2_norm(e.vector) > 0
ORDER BY n.key
LIMIT %(page)s
