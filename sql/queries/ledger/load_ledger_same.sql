-- Update size and fingerprint of the files that were touched but not changed.
UPDATE source_file f
SET size = s.size, fingerprint = s.fingerprint
FROM staged_document s
WHERE f.corpus_id = %(corpus)s AND f.source = s.source AND s.outcome = 'same'
