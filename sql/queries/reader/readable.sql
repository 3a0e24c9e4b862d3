-- The tables and views of the schema that a reader may see.
SELECT relname FROM pg_class
WHERE relnamespace = 'piperoll'::regnamespace AND relkind IN ('r', 'p', 'v') AND relname <> ALL (%(hidden)s)
ORDER BY relname
