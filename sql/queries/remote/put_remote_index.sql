-- Record that a remote index may hold vectors of a corpus by a backend.
INSERT INTO remote_index (backend, corpus_id, address) VALUES (%(backend)s, %(corpus)s, %(address)s)
ON CONFLICT DO NOTHING
