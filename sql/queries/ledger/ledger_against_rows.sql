-- The number of files that the ledger calls done but that have no version in the newest edition, and the number of
-- files with a version there that the ledger does not have.
SELECT count(*) FILTER (WHERE f.status <> 'quarantined' AND v.source IS NULL) AS ledger_only,
       count(*) FILTER (WHERE f.source IS NULL) AS rows_only
FROM (SELECT source, status FROM source_file WHERE corpus_id = %(corpus)s) f
FULL JOIN (SELECT DISTINCT source FROM version WHERE corpus_id = %(corpus)s AND to_edition IS NULL) v USING (source)
