-- The same of chunks that are known, which were found in another way. One that has no vector is left out.
SELECT c.id, 1 - (e.vector <=> %(vector)s) AS score
FROM chunk c
JOIN {vectors} e ON e.corpus_id = c.corpus_id AND e.text_hash = c.text_hash
WHERE c.id = ANY (%(ids)s)
