-- Keep the vectors of examples, by a backend.
UPDATE headnote_corpus e
SET backend = %(backend)s, vector = given.vector::real[]
FROM unnest(%(hashes)b::bytea[], %(vectors)b::halfvec[]) AS given (hash, vector)
WHERE e.corpus_id = %(corpus)s AND e.hash = given.hash
