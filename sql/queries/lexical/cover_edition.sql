-- Record that an index covers every edition up to this one.
UPDATE lexical_index SET edition = greatest(edition, %(edition)s)
WHERE corpus_id = %(corpus)s AND analysis = %(analysis)s
