-- How many vectors a remote index lacks, or has with other metadata, and how many it has for nothing. One without a
-- direction has no cosine, and is not there.
SELECT (SELECT count(*)
        FROM needed_vector n
        JOIN {vectors} e ON e.text_hash = n.text_hash
        WHERE NOT EXISTS (SELECT FROM listed_vector l WHERE l.key = n.key AND l.metadata = n.metadata)
          AND l2_norm(e.vector) > 0),
       (SELECT count(DISTINCT l.key)
        FROM listed_vector l
        WHERE NOT EXISTS (SELECT FROM needed_vector n WHERE n.key = l.key))
