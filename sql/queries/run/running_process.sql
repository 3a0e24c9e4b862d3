-- The process that runs on a corpus, and when it started.
SELECT process, started_at::timestamp(0)
FROM run
WHERE corpus_id = %(corpus)s AND state = 'running'
ORDER BY number DESC
LIMIT 1
