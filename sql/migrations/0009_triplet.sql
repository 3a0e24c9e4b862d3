-- What the text of a version says, as subject, predicate and object.

CREATE TABLE triplet (
    corpus_id  int NOT NULL,
    version_id bigint NOT NULL REFERENCES version ON DELETE CASCADE,
    made_by    text NOT NULL,
    ordinal    int NOT NULL,
    chunk_id   bigint NOT NULL REFERENCES chunk ON DELETE CASCADE,
    char_start int NOT NULL,
    char_end   int NOT NULL,
    subject    text NOT NULL,
    predicate  text NOT NULL,
    object     text NOT NULL,
    PRIMARY KEY (version_id, made_by, ordinal)
);
CREATE INDEX triplet_by_chunk ON triplet (chunk_id);
COMMENT ON COLUMN triplet.made_by IS 'The extractor and its version, such as rules/1.';
COMMENT ON COLUMN triplet.ordinal IS 'Among those of one extractor in one version, in the order of the text, from 0.';
COMMENT ON COLUMN triplet.char_start IS 'Of the statement that says it: code points into version.text, from 0; char_end is exclusive.';
COMMENT ON COLUMN triplet.predicate IS 'With what makes it a duty, a right or a ban: "shall not disclose".';

-- Terms of triplets have postings as those of chunks have.
COMMENT ON COLUMN lexical_index.analysis IS 'Version of the code that makes terms of text, and the language; triplet/ before it: of triplets.';
COMMENT ON COLUMN lexical_segment.sizes IS 'int4 for each version: how many places it has, a chunk or a triplet each.';
COMMENT ON COLUMN lexical_segment.chunks IS 'int8 for each place: id of the chunk, by version and ordinal; several triplets may stand in one.';
COMMENT ON COLUMN lexical_segment.lengths IS 'int4 for each place: how many terms the chunk or the triplet has.';
