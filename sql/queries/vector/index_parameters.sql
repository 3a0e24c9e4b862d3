-- The parameters that a valid index was built with; no row if there is no such index.
SELECT array_to_string(c.reloptions, ', ')
FROM pg_index i
JOIN pg_class c ON c.oid = i.indexrelid
WHERE i.indisvalid AND i.indexrelid = to_regclass(%(name)s)
