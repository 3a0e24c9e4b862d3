-- Put examples that are not there yet.
INSERT INTO headnote_corpus (corpus_id, hash, origin, citation, court, body)
SELECT %(corpus)s, hash, %(origin)s, citation, court, body
FROM unnest(%(hashes)s::bytea[], %(citations)s::text[], %(courts)s::text[], %(bodies)s::text[])
    AS given (hash, citation, court, body)
ON CONFLICT DO NOTHING
