-- Documents that no version has had yet.
INSERT INTO document (corpus_id, key)
SELECT DISTINCT %(corpus)s, key FROM staged_document WHERE key IS NOT NULL
ON CONFLICT DO NOTHING
