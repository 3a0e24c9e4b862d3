-- Write one ledger row for each staged file. A file that every run must try again gets no fingerprint.
INSERT INTO source_file (corpus_id, source, size, fingerprint, made_by, profile_version, content_hash, status, code, reason,
                         remedy, edition)
SELECT DISTINCT ON (source)
       %(corpus)s, source, size,
       CASE WHEN code = ANY (%(retried)s) THEN '' ELSE fingerprint END,
       CASE WHEN source = ANY (%(lacking)s) THEN %(made_in_part)s ELSE %(made_by)s END, %(profile_version)s, content_hash,
       outcome, code, reason, remedy, %(edition)s
FROM staged_document
WHERE outcome <> 'same'
ORDER BY source, outcome = 'chunked' DESC
ON CONFLICT (corpus_id, source) DO UPDATE
SET size = excluded.size, fingerprint = excluded.fingerprint, made_by = excluded.made_by,
    profile_version = excluded.profile_version, content_hash = excluded.content_hash, status = excluded.status, code = excluded.code,
    reason = excluded.reason, remedy = excluded.remedy, edition = excluded.edition
