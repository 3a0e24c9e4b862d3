-- The size of each table in bytes, with its rows and dead rows as the statistics estimate them (-1: never counted).
SELECT c.relname AS name, c.reltuples::bigint AS rows, coalesce(s.n_dead_tup, 0) AS dead_rows,
       pg_total_relation_size(c.oid) AS size
FROM pg_class c
LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
WHERE c.relnamespace = 'piperoll'::regnamespace AND c.relkind = 'r'
ORDER BY c.relname
