-- Record that the vector index of a corpus was built now, with this number of vectors.
INSERT INTO vector_index (backend, corpus_id, entries)
VALUES (%(backend)s, %(corpus)s, %(entries)s)
ON CONFLICT (backend, corpus_id) DO UPDATE SET entries = excluded.entries, deleted = 0, built_at = now()
