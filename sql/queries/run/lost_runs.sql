-- Runs that are recorded as running although nobody holds the lock of their corpus: their processes have died.
SELECT c.name AS corpus, r.id AS run, r.process, r.started_at
FROM run r
JOIN corpus c ON c.id = r.corpus_id
WHERE r.state = 'running'
  AND NOT EXISTS (
      SELECT FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = %(space)s AND l.objid = c.id AND l.objsubid = 2
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  )
ORDER BY r.number
