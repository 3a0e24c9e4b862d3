-- The versions of a document in an edition, found by its key or by its path in the source, with their amendment lists.
SELECT v.id, d.key, coalesce(v.metadata -> 'amendments', '[]') AS listed
FROM version v
JOIN document d ON d.id = v.document_id
WHERE (d.key = ANY (%(keys)s) OR v.source = %(key)s)
  AND {version_member}
ORDER BY v.valid_from NULLS FIRST, v.id
