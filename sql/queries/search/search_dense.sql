-- Of the nearest vectors so many, by the HNSW index: their chunks that pass, nearest first.
WITH near AS MATERIALIZED (
    SELECT text_hash, vector <=> %(vector)s AS distance
    FROM {vectors}
    ORDER BY distance
    LIMIT %(walked)s
)
SELECT c.id, 1 - near.distance AS score
FROM near
JOIN chunk c ON c.corpus_id = %(corpus)s AND c.text_hash = near.text_hash
JOIN version v ON v.id = c.version_id
WHERE {filter}
ORDER BY near.distance, c.id
LIMIT %(pool)s
