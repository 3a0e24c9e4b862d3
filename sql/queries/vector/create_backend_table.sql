-- The table of all vectors of one backend; each corpus has a partition.
CREATE TABLE IF NOT EXISTS {parent} (
    corpus_id int NOT NULL,
    text_hash bytea NOT NULL,
    vector halfvec({dimension}) NOT NULL,
    PRIMARY KEY (corpus_id, text_hash)
) PARTITION BY LIST (corpus_id)
