-- Delete one batch of the documents that have no version left.
DELETE FROM document d
USING doomed_document doomed
WHERE doomed.number > %(start)s AND doomed.number <= %(end)s AND d.id = doomed.id
  AND NOT EXISTS (SELECT FROM version WHERE document_id = d.id)
