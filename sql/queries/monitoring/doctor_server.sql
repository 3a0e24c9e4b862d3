-- The settings and sizes of the server and this database that a run depends on. Sizes in bytes.
SELECT current_setting('server_version') AS version,
       current_user AS "user",
       current_database() AS database,
       pg_database_size(current_database()) AS size,
       current_setting('max_connections')::int AS max_connections,
       current_setting('superuser_reserved_connections')::int AS reserved,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS sessions,
       pg_size_bytes(current_setting('shared_buffers')) AS shared_buffers,
       pg_size_bytes(current_setting('maintenance_work_mem')) AS maintenance_work_mem,
       extract(epoch FROM clock_timestamp())::float8 AS clock
