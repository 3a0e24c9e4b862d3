-- Record how a run ended, also again; no row if another run recorded it as lost.
UPDATE run
SET state = %(state)s, finished_at = now(), edition = %(edition)s, result = %(result)s, error = %(error)s
WHERE id = %(run)s AND state IN ('running', %(state)s)
