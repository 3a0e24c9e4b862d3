-- Versions that the staged ones replace. A quarantined file replaces nothing: the good version stays.
UPDATE version v
SET to_edition = %(edition)s
FROM (SELECT DISTINCT source FROM staged_document WHERE key IS NOT NULL) s
WHERE v.corpus_id = %(corpus)s AND v.source = s.source AND v.to_edition IS NULL
