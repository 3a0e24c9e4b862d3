-- The versions of documents in an edition, whether they are valid on the day or not; without their texts.
SELECT d.id AS document_id, d.key AS document, v.id, v.title, v.status, v.valid_from, {version_until} AS valid_to,
       ({version_seen}) AS seen
FROM document d
JOIN version v ON v.document_id = d.id
WHERE d.corpus_id = %(corpus)s
  AND (d.id = ANY (%(documents)s::bigint[]) OR d.key = ANY (%(keys)s::text[]))
  AND {version_member}
ORDER BY d.key COLLATE "C", v.valid_from DESC NULLS LAST, v.id DESC
