-- Vector indexes outside of Postgres, in which searches look up the nearest vectors.

CREATE TABLE remote_index (
    backend   text NOT NULL REFERENCES backend ON DELETE CASCADE,
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    address   text NOT NULL,
    searched  boolean NOT NULL DEFAULT false,
    PRIMARY KEY (backend, corpus_id, address)
);
CREATE UNIQUE INDEX remote_index_searched ON remote_index (backend, corpus_id) WHERE searched;
COMMENT ON TABLE remote_index IS 'An index outside of Postgres that may hold vectors of a corpus by a backend.';
COMMENT ON COLUMN remote_index.searched IS 'It holds all of them, and searches ask it; there is no index in Postgres then.';
