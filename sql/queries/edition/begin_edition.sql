-- Add the edition after the newest built one, or give the unfinished edition of a dead run to this run; no row if this
-- run was recorded as lost meanwhile. The lock keeps its record as it is until this statement has ended.
WITH mine AS (
    SELECT id FROM run WHERE id = %(run)s AND corpus_id = %(corpus)s AND state = 'running' FOR SHARE
)
INSERT INTO edition (corpus_id, number, run_id)
SELECT corpus.id, built_edition + 1, mine.id FROM corpus, mine WHERE corpus.id = %(corpus)s
ON CONFLICT (corpus_id, number) DO UPDATE SET run_id = excluded.run_id
RETURNING number
