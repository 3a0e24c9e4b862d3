-- The remote indexes that may hold vectors of a corpus, with the backend that made these.
SELECT backend, address FROM remote_index WHERE corpus_id = %(corpus)s ORDER BY backend, address
