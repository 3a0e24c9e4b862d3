-- Record how a run ended.
UPDATE run
SET state = %(state)s, finished_at = now(), edition = %(edition)s, result = %(result)s, error = %(error)s
WHERE id = %(run)s AND state = 'running'
