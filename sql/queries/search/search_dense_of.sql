-- Chunks that are known, compared one by one, nearest first. One that has no vector is left out.
SELECT c.id, 1 - (e.vector <=> %(vector)s) AS score
FROM chunk c
JOIN {vectors} e ON e.corpus_id = c.corpus_id AND e.text_hash = c.text_hash
WHERE c.id = ANY (%(ids)s)
ORDER BY e.vector <=> %(vector)s, c.id
LIMIT %(pool)s
