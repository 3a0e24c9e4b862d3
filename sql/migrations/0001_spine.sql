-- Corpora, editions, documents, versions, chunks, and the ledger of source files.
--
-- An edition is a number. A version is a member of edition E when
--   from_edition <= E and (to_edition is null or to_edition > E).
-- Rows of members are never changed: a new edition adds rows and closes others.

CREATE TABLE corpus (
    id                int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name              text NOT NULL UNIQUE,
    profile           text NOT NULL,
    backend           text NOT NULL,
    language          regconfig NOT NULL,
    source            text NOT NULL,
    built_edition     int NOT NULL DEFAULT 0,
    published_edition int NOT NULL DEFAULT 0,
    created_at        timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN corpus.built_edition IS 'The newest complete edition: the baseline of the next one. 0 = none yet.';
COMMENT ON COLUMN corpus.published_edition IS 'What readers see. Rollback moves only this number.';

CREATE TABLE run (
    id          uuid PRIMARY KEY,
    corpus_id   int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    state       text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'completed', 'failed', 'lost')),
    edition     int,
    process     text NOT NULL,
    started_at  timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    result      jsonb NOT NULL DEFAULT '{}',
    error       text
);
CREATE INDEX run_by_corpus ON run (corpus_id, started_at DESC);
COMMENT ON COLUMN run.state IS 'lost: the process died; found by the next run, which holds the lock of the corpus.';

CREATE TABLE edition (
    corpus_id    int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    number       int NOT NULL CHECK (number > 0),
    state        text NOT NULL DEFAULT 'building' CHECK (state IN ('building', 'built')),
    run_id       uuid NOT NULL REFERENCES run ON DELETE CASCADE,
    created_at   timestamptz NOT NULL DEFAULT now(),
    built_at     timestamptz,
    published_at timestamptz,
    counts       jsonb NOT NULL DEFAULT '{}',
    manifest     jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (corpus_id, number)
);

COMMENT ON COLUMN edition.run_id IS 'The run that builds it. A run that lost its lock may not write to what another has taken up.';

CREATE TABLE document (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    key       text NOT NULL,
    UNIQUE (corpus_id, key)
);

CREATE TABLE version (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    corpus_id    int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    document_id  bigint NOT NULL REFERENCES document ON DELETE CASCADE,
    source       text NOT NULL,
    ordinal      int NOT NULL,
    content_hash bytea NOT NULL,
    title        text NOT NULL,
    kind         text NOT NULL,
    status       text NOT NULL CHECK (status IN ('chunked', 'no_body', 'not_chunked')),
    text         text NOT NULL,
    set_aside    jsonb NOT NULL,
    metadata     jsonb NOT NULL,
    valid_from   date,
    valid_to     date,
    from_edition int NOT NULL,
    to_edition   int CHECK (to_edition > from_edition)
);
CREATE INDEX version_by_source ON version (corpus_id, source) WHERE to_edition IS NULL;
CREATE INDEX version_by_document ON version (document_id, valid_from);
CREATE INDEX version_by_base_law ON version (corpus_id, left(metadata ->> 'baseLawSfs', 64)) WHERE kind = 'SFS_AMENDMENT';
COMMENT ON COLUMN version.ordinal IS 'Place in a source file that holds several documents, from 0.';
COMMENT ON COLUMN version.set_aside IS 'Ranges of the text that are no chunk: [[start, end, reason], ...].';
COMMENT ON COLUMN version.valid_to IS 'Exclusive.';

CREATE TABLE chunk (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    corpus_id  int NOT NULL,
    version_id bigint NOT NULL REFERENCES version ON DELETE CASCADE,
    ordinal    int NOT NULL,
    path       text NOT NULL,
    role       text NOT NULL,
    parent     text,
    header     text NOT NULL,
    prefix     text NOT NULL DEFAULT '',
    content    text NOT NULL,
    char_start int NOT NULL,
    char_end   int NOT NULL,
    tokens     int NOT NULL,
    metadata   jsonb NOT NULL,
    valid_from date,
    valid_to   date,
    text_hash  bytea NOT NULL,
    lexemes    tsvector NOT NULL,
    UNIQUE (version_id, ordinal),
    UNIQUE (version_id, path)
);
CREATE INDEX chunk_by_text ON chunk (text_hash);
CREATE INDEX chunk_by_path ON chunk (corpus_id, path text_pattern_ops);
CREATE INDEX chunk_lexemes ON chunk USING gin (lexemes);
COMMENT ON COLUMN chunk.char_start IS 'Unicode code points into version.text, from 0: substr(text, char_start + 1, char_end - char_start) = content.';
COMMENT ON COLUMN chunk.text_hash IS 'SHA-256 of what is embedded: header, prefix, content. Joins the embedding tables.';
COMMENT ON COLUMN chunk.prefix IS 'A context line written by a model, between header and content. Empty: none.';

-- What the newest edition (built, or being built) made of each source file. Written in the same
-- transaction as the rows it speaks of.
CREATE TABLE source_file (
    corpus_id    int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    source       text NOT NULL,
    size         bigint NOT NULL,
    fingerprint  text NOT NULL,
    made_by      text NOT NULL,
    content_hash bytea,
    status       text NOT NULL CHECK (status IN ('chunked', 'no_body', 'not_chunked', 'quarantined')),
    code         text,
    reason       text,
    remedy       text,
    edition      int NOT NULL,
    PRIMARY KEY (corpus_id, source)
);
CREATE INDEX source_file_quarantined ON source_file (corpus_id) WHERE status = 'quarantined';
COMMENT ON COLUMN source_file.fingerprint IS 'What the listing says of the file (size and modification time); unchanged = not opened.';
COMMENT ON COLUMN source_file.made_by IS 'Fingerprint of the code and settings that made its rows.';

CREATE TABLE backend (
    name      text PRIMARY KEY,
    identity  text NOT NULL,
    dimension int NOT NULL
);
COMMENT ON TABLE backend IS 'Embedding backends in use; each has a table embedding_NAME, partitioned by corpus.';

CREATE TABLE vector_index (
    backend   text NOT NULL REFERENCES backend ON DELETE CASCADE,
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    entries   bigint NOT NULL,
    built_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (backend, corpus_id)
);
COMMENT ON COLUMN vector_index.entries IS 'Vectors in the index when it was last built from nothing.';
