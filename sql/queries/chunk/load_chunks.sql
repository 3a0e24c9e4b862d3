-- Copy the staged chunks to the versions that were just loaded.
INSERT INTO chunk (corpus_id, version_id, ordinal, path, role, parent, header, prefix, content, char_start, char_end,
                   tokens, paragraphs, clauses, subsections, overlap, metadata, valid_from, valid_to, in_force,
                   text_hash)
SELECT v.corpus_id, v.id, s.ordinal, s.path, s.role, s.parent, s.header, s.prefix, s.content, s.char_start, s.char_end,
       s.tokens, s.paragraphs, s.clauses, s.subsections, s.overlap, s.metadata::jsonb, s.valid_from, s.valid_to,
       s.in_force, s.text_hash
FROM staged_chunk s
JOIN version v ON v.corpus_id = %(corpus)s AND v.source = s.source AND v.ordinal = s.document
              AND v.to_edition IS NULL AND v.from_edition = %(edition)s
ORDER BY v.id, s.ordinal
