-- The chunks of these texts that pass, compared one by one, nearest first.
SELECT c.id, 1 - (e.vector <=> %(vector)s) AS score
FROM {vectors} e
JOIN chunk c ON c.corpus_id = e.corpus_id AND c.text_hash = e.text_hash
JOIN version v ON v.id = c.version_id
WHERE e.text_hash = ANY (%(hashes)s)
  AND {filter}
ORDER BY e.vector <=> %(vector)s, c.id
LIMIT %(pool)s
