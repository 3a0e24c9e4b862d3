-- The same within few candidates: filtered first, then compared one by one, so that none is missed.
WITH candidate AS MATERIALIZED (
    SELECT c.id, c.text_hash
    FROM version v
    JOIN chunk c ON c.version_id = v.id
    WHERE {filter}
)
SELECT candidate.id, 1 - (e.vector <=> %(vector)s) AS score
FROM candidate
JOIN {vectors} e USING (text_hash)
ORDER BY e.vector <=> %(vector)s, candidate.id
LIMIT %(pool)s
