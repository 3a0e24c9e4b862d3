-- Runs are in the order in which they began, whatever the clock of the server said.

ALTER TABLE run ADD COLUMN number bigint;
UPDATE run
SET number = placed.number
FROM (SELECT id, row_number() OVER (ORDER BY started_at, id) AS number FROM run) placed
WHERE placed.id = run.id;
ALTER TABLE run
    ALTER COLUMN number SET NOT NULL,
    ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY;
SELECT setval(pg_get_serial_sequence('run', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM run), false);
COMMENT ON COLUMN run.number IS 'The order in which runs began. Clocks can be set back.';
DROP INDEX run_by_corpus;
CREATE INDEX run_by_corpus ON run (corpus_id, number DESC);
