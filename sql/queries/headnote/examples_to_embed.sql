-- Examples of a corpus without a vector by a backend.
SELECT hash, body
FROM headnote_corpus
WHERE corpus_id = %(corpus)s AND backend IS DISTINCT FROM %(backend)s
ORDER BY hash
LIMIT %(slab)s
