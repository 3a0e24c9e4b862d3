-- Files touched but not changed: only the listing's view of them moves.
UPDATE source_file f
SET size = s.size, fingerprint = s.fingerprint
FROM staged_document s
WHERE f.corpus_id = %(corpus)s AND f.source = s.source AND s.outcome = 'same'
