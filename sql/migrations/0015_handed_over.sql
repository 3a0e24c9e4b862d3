-- Partitions on their way to Prefect workers, which share nothing with a run but the database and the API of Prefect.

CREATE TABLE handed_over (
    id        uuid PRIMARY KEY,
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    call      json NOT NULL,
    taken_by  text,
    answer    json
);
CREATE INDEX handed_over_by_corpus ON handed_over (corpus_id);
COMMENT ON TABLE handed_over IS 'A row is there from when a run hands a partition over until it has the answer; the next run of the corpus deletes what a run that died has left.';
COMMENT ON COLUMN handed_over.id IS 'The task run of Prefect by which a worker learns of it.';
COMMENT ON COLUMN handed_over.call IS 'The job, the number of the edition, and the partition with its files.';
COMMENT ON COLUMN handed_over.taken_by IS 'Host and process of the worker, for people. Null: no worker has begun.';
COMMENT ON COLUMN handed_over.answer IS 'What each stage did, or the error. Null: the worker has not finished.';
