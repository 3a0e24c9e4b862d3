-- What the newest edition knows of each source file.
SELECT source, size AS known_size, fingerprint AS known_fingerprint, made_by, content_hash, status
FROM source_file
WHERE corpus_id = %(corpus)s
ORDER BY source
