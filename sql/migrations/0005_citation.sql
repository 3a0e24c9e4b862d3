-- What the text of a version refers to. What a target is in an edition is found when it is asked for, because the
-- document that it names may come later, or leave.

CREATE TABLE citation (
    corpus_id   int NOT NULL,
    version_id  bigint NOT NULL REFERENCES version ON DELETE CASCADE,
    ordinal     int NOT NULL,
    chunk_id    bigint REFERENCES chunk ON DELETE CASCADE,
    char_start  int NOT NULL,
    char_end    int NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('case', 'legislation', 'internal', 'document')),
    target      text NOT NULL,
    target_path text NOT NULL,
    PRIMARY KEY (version_id, ordinal)
);
CREATE INDEX citation_by_chunk ON citation (chunk_id) WHERE chunk_id IS NOT NULL;
CREATE INDEX citation_by_target ON citation (corpus_id, target, target_path) WHERE target <> '';
COMMENT ON COLUMN citation.chunk_id IS 'The chunk that it stands in. Null: in a range that was set aside.';
COMMENT ON COLUMN citation.char_start IS 'Code points into version.text, from 0; char_end is exclusive.';
COMMENT ON COLUMN citation.target IS 'Key of the document cited, whether or not a corpus has it. Empty: the one that it stands in.';
COMMENT ON COLUMN citation.target_path IS 'The provision or paragraph cited. Empty: the whole document, or not known.';
