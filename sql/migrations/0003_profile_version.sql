-- By which version of its profile a file was made, as a number, so that a backfill can ask for all made before one.

ALTER TABLE source_file ADD COLUMN profile_version int NOT NULL DEFAULT 0;
COMMENT ON COLUMN source_file.profile_version IS 'Of the profile that made its rows. 0: before versions were written down.';
