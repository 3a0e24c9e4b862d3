-- The gate belongs to the corpus: its questions, metric and margin, what it said of an edition, and why an edition was
-- published past it.

CREATE TABLE gate (
    corpus_id int PRIMARY KEY REFERENCES corpus ON DELETE CASCADE,
    gold      text NOT NULL,
    gold_hash bytea NOT NULL,
    queries   jsonb NOT NULL CHECK (jsonb_typeof(queries) = 'array'),
    metric    text NOT NULL,
    margin    float8 NOT NULL CHECK (margin >= 0 AND margin < 1),
    set_at    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE gate IS 'Taken over from the settings of a run that names a gold set; runs without such settings are judged by it.';
COMMENT ON COLUMN gate.gold_hash IS 'SHA-256 of the questions and their answers: queries that were changed by hand are found by it.';

ALTER TABLE edition ADD COLUMN verdict jsonb;
COMMENT ON COLUMN edition.verdict IS 'What the gate said last: passed, why not, by which gate, against which edition. Null: it was not judged.';

CREATE TABLE gate_override (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    corpus_id int NOT NULL,
    edition   int NOT NULL,
    reason    text NOT NULL CHECK (reason ~ '\S'),
    refused   text NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (corpus_id, edition) REFERENCES edition ON DELETE CASCADE
);
CREATE INDEX gate_override_by_edition ON gate_override (corpus_id, edition);
COMMENT ON COLUMN gate_override.refused IS 'What the gate had said.';
