-- Let searches of a corpus by a backend ask this remote index.
UPDATE remote_index SET searched = true
WHERE backend = %(backend)s AND corpus_id = %(corpus)s AND address = %(address)s
