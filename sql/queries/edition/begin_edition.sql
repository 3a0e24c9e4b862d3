-- The edition after the newest built one; one that a dead run left half built is taken up, and is this run's from now on.
INSERT INTO edition (corpus_id, number, run_id)
SELECT id, built_edition + 1, %(run)s FROM corpus WHERE id = %(corpus)s
ON CONFLICT (corpus_id, number) DO UPDATE SET run_id = excluded.run_id
RETURNING number
