-- The version of pgvector and the schema that it is installed in; no row if it is not installed.
SELECT extversion, nspname
FROM pg_extension
JOIN pg_namespace n ON n.oid = extnamespace
WHERE extname = 'vector'
