-- Archives as a whole listing saw them: one that looks the same is not opened again, its members are in source_file.
CREATE TABLE container (
    corpus_id   int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    source      text NOT NULL,
    fingerprint text NOT NULL,
    members     int NOT NULL,
    PRIMARY KEY (corpus_id, source)
);
COMMENT ON COLUMN container.fingerprint IS 'Of the archive as listed, and of the settings that decide its members.';
COMMENT ON COLUMN container.members IS 'Rows of source_file that it has: source = NAME, or NAME!/MEMBER.';
