-- Record a run that holds the lock of its corpus, and mark older runs that are still "running" as lost: they have died.
-- A repeated call changes nothing, so it is safe after a lost connection.
WITH lost AS (
    UPDATE run SET state = 'lost', finished_at = now()
    WHERE corpus_id = %(corpus)s AND state = 'running' AND id <> %(run)s
)
INSERT INTO run (id, corpus_id, process) VALUES (%(run)s, %(corpus)s, %(process)s)
ON CONFLICT (id) DO NOTHING
