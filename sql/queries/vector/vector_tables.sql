-- The pairs of backend and corpus that have a table of vectors.
SELECT b.name AS backend, c.name AS corpus
FROM backend b
CROSS JOIN corpus c
WHERE to_regclass(quote_ident('embedding_' || b.name || '_c' || c.id)) IS NOT NULL
ORDER BY 1, 2
