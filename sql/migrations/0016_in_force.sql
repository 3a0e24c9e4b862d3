-- What is in force: the act that repealed a document, which of its days are estimates, and text that says of itself that it
-- is law on no known day.

ALTER TABLE version
    ADD COLUMN repealed_by text,
    ADD COLUMN valid_from_estimated boolean NOT NULL DEFAULT false,
    ADD COLUMN valid_to_estimated boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN version.repealed_by IS 'Key of the act that repealed this document, whether or not the corpus has it.';
COMMENT ON COLUMN version.valid_from_estimated IS 'valid_from is the day of issue, because the day of entry into force is not known.';
COMMENT ON COLUMN version.valid_to_estimated IS 'valid_to is the end of the year in which repealed_by was issued; where the edition has that act, its day of entry into force counts instead.';
CREATE INDEX version_by_repeal ON version (document_id) WHERE repealed_by IS NOT NULL;

ALTER TABLE chunk ADD COLUMN in_force boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN chunk.in_force IS 'False: the text says of itself that it is law on no known day, as "Har upphävts genom lag (2014:407)."';
