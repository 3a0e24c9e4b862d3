-- The hashes of these texts that have no vector in the embedding table of the corpus.
SELECT hash
FROM unnest(%(hashes)s::bytea[]) AS hash
WHERE NOT EXISTS (SELECT FROM {vectors} e WHERE e.text_hash = hash)
