-- Files that the ledger calls done without a version in the newest edition, and versions whose file it does not know.
SELECT count(*) FILTER (WHERE f.status <> 'quarantined' AND v.source IS NULL) AS ledger_only,
       count(*) FILTER (WHERE f.source IS NULL) AS rows_only
FROM (SELECT source, status FROM source_file WHERE corpus_id = %(corpus)s) f
FULL JOIN (SELECT DISTINCT source FROM version WHERE corpus_id = %(corpus)s AND to_edition IS NULL) v USING (source)
