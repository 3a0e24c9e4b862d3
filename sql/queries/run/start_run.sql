-- Whoever holds the lock of the corpus is its only run: any other still "running" has died. Told twice is
-- told once: the answer to the first may be lost.
WITH lost AS (
    UPDATE run SET state = 'lost', finished_at = now()
    WHERE corpus_id = %(corpus)s AND state = 'running' AND id <> %(run)s
)
INSERT INTO run (id, corpus_id, process) VALUES (%(run)s, %(corpus)s, %(process)s)
ON CONFLICT (id) DO NOTHING
