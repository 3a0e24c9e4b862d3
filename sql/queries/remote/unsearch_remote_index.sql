-- Let searches of a corpus by a backend ask no remote index.
UPDATE remote_index SET searched = false WHERE backend = %(backend)s AND corpus_id = %(corpus)s AND searched
