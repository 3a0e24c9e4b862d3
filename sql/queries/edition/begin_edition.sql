-- Add the edition after the newest built one, or give the unfinished edition of a dead run to this run.
INSERT INTO edition (corpus_id, number, run_id)
SELECT id, built_edition + 1, %(run)s FROM corpus WHERE id = %(corpus)s
ON CONFLICT (corpus_id, number) DO UPDATE SET run_id = excluded.run_id
RETURNING number
