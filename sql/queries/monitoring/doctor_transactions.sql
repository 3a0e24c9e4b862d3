-- Long transactions of this database, which keep vacuum from removing dead rows, longest first. Ages in seconds.
SELECT pid, usename AS "user", state, extract(epoch FROM now() - xact_start)::float8 AS age
FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
  AND xact_start < now() - make_interval(secs => %(seconds)s)
ORDER BY xact_start
