-- Files in quarantine, with code, reason and remedy.
SELECT source, code, reason, remedy, edition FROM source_file
WHERE corpus_id = %(corpus)s AND status = 'quarantined'
ORDER BY source
