-- Of these tables those that were never analysed, or of which a tenth has changed since.
SELECT c.relname
FROM pg_class c
LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
WHERE c.oid = ANY (%(tables)s::text[]::regclass[])
  AND (c.reltuples < 0 OR s.n_mod_since_analyze > 0.1 * c.reltuples)
ORDER BY c.relname
