-- The address of the remote index that searches of a corpus by a backend ask; no row if they ask none.
SELECT address FROM remote_index WHERE backend = %(backend)s AND corpus_id = %(corpus)s AND searched
