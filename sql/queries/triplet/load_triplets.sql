-- Copy the staged triplets to the versions that were just loaded.
INSERT INTO triplet (corpus_id, version_id, made_by, ordinal, chunk_id, char_start, char_end, subject, predicate, object)
SELECT v.corpus_id, v.id, s.made_by, s.ordinal, c.id, s.char_start, s.char_end, s.subject, s.predicate, s.object
FROM staged_triplet s
JOIN version v ON v.corpus_id = %(corpus)s AND v.source = s.source AND v.ordinal = s.document
              AND v.to_edition IS NULL AND v.from_edition = %(edition)s
JOIN chunk c ON c.version_id = v.id AND c.ordinal = s.chunk
ORDER BY v.id, s.made_by, s.ordinal
