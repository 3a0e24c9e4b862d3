-- Nearest chunks by cosine distance, nearest first. Walks the HNSW index until enough of its entries pass.
SELECT c.id, 1 - (e.vector <=> %(vector)s) AS score
FROM {vectors} e
JOIN chunk c ON c.corpus_id = %(corpus)s AND c.text_hash = e.text_hash
JOIN version v ON v.id = c.version_id
WHERE {filter}
ORDER BY e.vector <=> %(vector)s
LIMIT %(pool)s
