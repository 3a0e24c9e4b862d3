-- What the questions of a gold set found in an edition.

CREATE TABLE evaluation (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    corpus_id  int NOT NULL,
    edition    int NOT NULL,
    backend    text NOT NULL,
    gold       text NOT NULL,
    gold_hash  bytea NOT NULL,
    settings   jsonb NOT NULL,
    code       text NOT NULL,
    queries    jsonb NOT NULL,
    metrics    jsonb NOT NULL,
    sets       jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (corpus_id, edition) REFERENCES edition ON DELETE CASCADE,
    UNIQUE (corpus_id, edition, backend, gold_hash, settings, code)
);
COMMENT ON TABLE evaluation IS 'Doing it again replaces what the same questions, settings and code gave before. It leaves with its edition.';
COMMENT ON COLUMN evaluation.gold_hash IS 'SHA-256 of the questions and their answers, whatever the file is called.';
COMMENT ON COLUMN evaluation.settings IS 'What else decides it: mode, ks, split, limit, and the day whose law was searched.';
COMMENT ON COLUMN evaluation.code IS 'Version of Piperoll, and of what it measures.';
COMMENT ON COLUMN evaluation.queries IS 'How many were asked; of these lacking: an answer is not in the edition; not_valid: not on that day; unknown: not asked, in no edition; moved: answers found by quote.';
COMMENT ON COLUMN evaluation.metrics IS 'The mean over all questions: {metric: {k: value}}. In sets by data set.';

CREATE TABLE evaluation_query (
    evaluation_id bigint NOT NULL REFERENCES evaluation ON DELETE CASCADE,
    ordinal       int NOT NULL,
    data_set      text NOT NULL,
    query_id      text NOT NULL,
    query         text NOT NULL,
    hits          jsonb NOT NULL,
    metrics       jsonb NOT NULL,
    PRIMARY KEY (evaluation_id, ordinal)
);
COMMENT ON COLUMN evaluation_query.hits IS '[{rank, score, document, source, path, start, end}, ...], best first.';
