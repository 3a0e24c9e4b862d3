-- List the documents that have no version left.
INSERT INTO doomed_document (id)
SELECT d.id
FROM document d
WHERE d.corpus_id = %(corpus)s
  AND NOT EXISTS (
      SELECT FROM version v
      WHERE v.document_id = d.id AND NOT EXISTS (SELECT FROM doomed_version WHERE id = v.id)
  )
ORDER BY d.id
