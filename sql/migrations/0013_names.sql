-- Whatever a file is called, and whatever an option says, fits into an index.

-- Files whose names are not UTF-8 can be read now: the next run reads those that were in quarantine for it.
UPDATE source_file SET fingerprint = '' WHERE code = 'bad_name';

-- The settings may be longer than a row of an index.
DO $$
DECLARE
    old text;
BEGIN
    SELECT conname INTO STRICT old FROM pg_constraint WHERE conrelid = 'evaluation'::regclass AND contype = 'u';
    EXECUTE format('ALTER TABLE evaluation DROP CONSTRAINT %I', old);
END
$$;
CREATE UNIQUE INDEX evaluation_once ON evaluation (corpus_id, edition, backend, gold_hash, md5(settings::text), code);
