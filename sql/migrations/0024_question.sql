-- Questions as they were asked, where a corpus logs them: material for gold sets.

CREATE TABLE question (
    id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    asked_at  timestamptz NOT NULL DEFAULT now(),
    command   text NOT NULL,
    question  text NOT NULL,
    filters   jsonb NOT NULL,
    entities  jsonb NOT NULL,
    edition   int NOT NULL,
    hits      jsonb NOT NULL
);
CREATE INDEX question_by_time ON question (corpus_id, asked_at);
COMMENT ON TABLE question IS 'Questions that were asked, for as many days as the corpus says.';
COMMENT ON COLUMN question.command IS 'search, context or ask.';
COMMENT ON COLUMN question.filters IS 'What the reader filtered by, as in a gold set.';
COMMENT ON COLUMN question.entities IS 'What the question names, by kind.';
COMMENT ON COLUMN question.hits IS 'Rank, document, source, path, start and end of each.';

CREATE TABLE opened_document (
    question_id uuid NOT NULL REFERENCES question ON DELETE CASCADE,
    document    text NOT NULL,
    opened_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (question_id, document)
);
COMMENT ON TABLE opened_document IS 'Documents that were read after a question, by their keys.';
