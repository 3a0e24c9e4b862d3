-- Headnotes of judgments, written by models or found beside them, and those that models are shown as examples.

CREATE TABLE headnote (
    corpus_id  int NOT NULL,
    version_id bigint NOT NULL REFERENCES version ON DELETE CASCADE,
    ordinal    int NOT NULL,
    part       text NOT NULL CHECK (part IN ('citation', 'court', 'procedural_posture', 'issues', 'holdings',
                                             'legal_principles', 'disposition', 'key_citations', 'none')),
    statement  text NOT NULL,
    supports   jsonb NOT NULL CHECK (jsonb_typeof(supports) = 'array'),
    flags      text[] NOT NULL,
    made_by    text NOT NULL,
    PRIMARY KEY (version_id, ordinal)
);
COMMENT ON TABLE headnote IS 'A statement of the headnote of a version. Those of one version come together.';
COMMENT ON COLUMN headnote.part IS 'none: the only row of a version that has no headnote; its flag says why.';
COMMENT ON COLUMN headnote.supports IS 'The paragraphs that support it: path of the chunk, number or null, start and end in version.text.';
COMMENT ON COLUMN headnote.flags IS 'What is wrong with it, such as "not supported". Empty: nothing was found.';
COMMENT ON COLUMN headnote.made_by IS 'source: it came with the judgments; else the model, and the version of what it was asked.';

CREATE TABLE headnote_corpus (
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    hash      bytea NOT NULL,
    origin    text NOT NULL CHECK (origin IN ('file', 'source')),
    citation  text NOT NULL,
    court     text NOT NULL,
    body      text NOT NULL,
    backend   text,
    vector    real[],
    PRIMARY KEY (corpus_id, hash)
);
COMMENT ON TABLE headnote_corpus IS 'Headnotes of other judgments that a model is shown as examples.';
COMMENT ON COLUMN headnote_corpus.hash IS 'SHA-256 of citation, court and body.';
COMMENT ON COLUMN headnote_corpus.origin IS 'file: of the settings; source: a press summary in the corpus.';
COMMENT ON COLUMN headnote_corpus.court IS 'As in a neutral citation: HKCFI.';
COMMENT ON COLUMN headnote_corpus.vector IS 'Of the body, by the backend. Null: not yet.';
