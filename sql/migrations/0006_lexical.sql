-- Search by words: postings in segments, in place of the text search vectors of Postgres. What corpora have is indexed
-- by their next run; until then a search by words says so.

DROP INDEX chunk_lexemes;
ALTER TABLE chunk DROP COLUMN lexemes;
ALTER TABLE corpus ALTER COLUMN language TYPE text USING language::text;
COMMENT ON COLUMN corpus.language IS 'By which words are stemmed: swedish, english, ...; a name that the stemmer does not know: not at all.';

-- Where few chunks pass a filter, they are found first and compared then.
CREATE INDEX chunk_by_role ON chunk (corpus_id, role);

CREATE TABLE lexical_index (
    corpus_id int NOT NULL REFERENCES corpus ON DELETE CASCADE,
    analysis  text NOT NULL,
    edition   int NOT NULL DEFAULT 0,
    PRIMARY KEY (corpus_id, analysis)
);
COMMENT ON TABLE lexical_index IS 'The postings of a corpus by one way of making terms; another is built beside it before it goes.';
COMMENT ON COLUMN lexical_index.analysis IS 'Version of the code that makes terms of text, and the language.';
COMMENT ON COLUMN lexical_index.edition IS 'The newest edition that can be searched by it. Segments may hold what is newer.';

-- Arrays of little-endian numbers. A place is the number of a chunk in its segment, from 0.
CREATE TABLE lexical_segment (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    corpus_id    int NOT NULL,
    analysis     text NOT NULL,
    edition      int NOT NULL,
    last_version bigint NOT NULL,
    versions     bytea NOT NULL,
    sizes        bytea NOT NULL,
    since        bytea NOT NULL,
    until        bytea NOT NULL,
    chunks       bytea NOT NULL,
    lengths      bytea NOT NULL,
    FOREIGN KEY (corpus_id, analysis) REFERENCES lexical_index ON DELETE CASCADE
);
CREATE INDEX lexical_segment_by_index ON lexical_segment (corpus_id, analysis);
COMMENT ON TABLE lexical_segment IS 'Versions whose chunks have postings together. All but until never changes.';
COMMENT ON COLUMN lexical_segment.edition IS 'The edition for which it was built.';
COMMENT ON COLUMN lexical_segment.versions IS 'int8 each, ascending.';
COMMENT ON COLUMN lexical_segment.sizes IS 'int4 for each version: how many chunks it has.';
COMMENT ON COLUMN lexical_segment.since IS 'int4 for each version: from_edition.';
COMMENT ON COLUMN lexical_segment.until IS 'int4 for each version: to_edition, 0 for none up to the edition of the index.';
COMMENT ON COLUMN lexical_segment.chunks IS 'int8 for each place: id of the chunk, by version and ordinal.';
COMMENT ON COLUMN lexical_segment.lengths IS 'int4 for each place: how many terms the chunk has.';

CREATE TABLE posting (
    segment_id uuid NOT NULL REFERENCES lexical_segment ON DELETE CASCADE,
    term       text COLLATE "C" NOT NULL,
    places     bytea,
    counts     bytea NOT NULL,
    PRIMARY KEY (segment_id, term)
);
COMMENT ON TABLE posting IS 'Where a term stands in a segment, and how often.';
COMMENT ON COLUMN posting.places IS 'uint2 each (uint4 in a segment of more than 65,536 chunks), ascending. Null: counts has every place.';
COMMENT ON COLUMN posting.counts IS 'uint1, uint2 or uint4 each, as narrow as the greatest allows.';

-- Read often, and pglz would not make them much smaller.
ALTER TABLE lexical_segment ALTER versions SET STORAGE EXTERNAL, ALTER sizes SET STORAGE EXTERNAL,
    ALTER since SET STORAGE EXTERNAL, ALTER until SET STORAGE EXTERNAL, ALTER chunks SET STORAGE EXTERNAL,
    ALTER lengths SET STORAGE EXTERNAL;
ALTER TABLE posting ALTER places SET STORAGE EXTERNAL, ALTER counts SET STORAGE EXTERNAL;
