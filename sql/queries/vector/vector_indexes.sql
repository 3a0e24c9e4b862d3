-- The vector index of each corpus and backend: the number of vectors when it was built, and its size in bytes.
SELECT c.name AS corpus, i.backend, i.entries, b.dimension, b.identity,
       pg_relation_size(to_regclass('embedding_' || i.backend || '_c' || c.id || '_hnsw')) AS size
FROM vector_index i
JOIN corpus c ON c.id = i.corpus_id
JOIN backend b ON b.name = i.backend
ORDER BY c.name, i.backend
