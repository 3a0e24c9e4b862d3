-- What pruning and comparing editions need, so that both cost what differs and not what there is.

CREATE INDEX version_joined ON version (corpus_id, from_edition);
CREATE INDEX version_left ON version (corpus_id, to_edition) WHERE to_edition IS NOT NULL;

-- By corpus, since each has vectors of its own, and with the version, so that finding what is needed reads no chunk.
DROP INDEX chunk_by_text;
CREATE INDEX chunk_by_text ON chunk (corpus_id, text_hash) INCLUDE (version_id);

ALTER TABLE vector_index ADD COLUMN deleted bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN vector_index.deleted IS 'Vectors deleted since then.';
COMMENT ON TABLE edition IS 'The editions that there are: one that was pruned has no row, and its number is not used again.';
