-- Copy the staged citations to the versions that were just loaded.
INSERT INTO citation (corpus_id, version_id, ordinal, chunk_id, char_start, char_end, kind, target, target_path)
SELECT v.corpus_id, v.id, s.ordinal, c.id, s.char_start, s.char_end, s.kind, s.target, s.target_path
FROM staged_citation s
JOIN version v ON v.corpus_id = %(corpus)s AND v.source = s.source AND v.ordinal = s.document
              AND v.to_edition IS NULL AND v.from_edition = %(edition)s
LEFT JOIN chunk c ON c.version_id = v.id AND c.ordinal = s.chunk
ORDER BY v.id, s.ordinal
