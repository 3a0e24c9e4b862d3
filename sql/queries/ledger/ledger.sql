-- The ledger of a corpus: each source file as the newest edition has it.
SELECT source, size AS known_size, fingerprint AS known_fingerprint, made_by, content_hash, status
FROM source_file
WHERE corpus_id = %(corpus)s
ORDER BY source
