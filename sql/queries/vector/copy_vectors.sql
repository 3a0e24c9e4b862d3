-- Copy vectors of these texts from the other corpora of the backend. The id of the corpus is a literal, so that the
-- planner leaves out its partition.
INSERT INTO {vectors}
SELECT DISTINCT ON (text_hash) {corpus}, text_hash, vector
FROM {parent}
WHERE corpus_id <> {corpus} AND text_hash = ANY (%(hashes)s)
ON CONFLICT DO NOTHING
