-- Delete the documents that are left without a version, a batch at a time.
DELETE FROM document d
USING doomed_document doomed
WHERE doomed.number > %(start)s AND doomed.number <= %(end)s AND d.id = doomed.id
  AND NOT EXISTS (SELECT FROM version WHERE document_id = d.id)
