-- Copy the staged documents as versions that are members from this edition on.
INSERT INTO version (corpus_id, document_id, source, ordinal, content_hash, title, kind, status, text, set_aside,
                     metadata, valid_from, valid_to, amends, repealed_by, valid_from_estimated, valid_to_estimated,
                     from_edition)
SELECT d.corpus_id, d.id, s.source, s.ordinal, s.content_hash, s.title, s.kind, s.outcome, s.text, s.set_aside::jsonb,
       s.metadata::jsonb, s.valid_from, s.valid_to, s.amends, s.repealed_by, s.valid_from_estimated,
       s.valid_to_estimated, %(edition)s
FROM staged_document s
JOIN document d ON d.corpus_id = %(corpus)s AND d.key = s.key
ORDER BY s.source, s.ordinal
