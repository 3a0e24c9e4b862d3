-- The chunks of these documents, if they are not more than are asked for.
SELECT c.id
FROM version v
JOIN chunk c ON c.version_id = v.id
WHERE v.document_id = ANY (%(documents)s)
  AND {filter}
ORDER BY v.id, c.ordinal
LIMIT %(most)s + 1
