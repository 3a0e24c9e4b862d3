-- How many judgments of an edition have no headnote.
SELECT count(*)
FROM version v
JOIN document d ON d.id = v.document_id
WHERE {version_member}
  AND {without_headnote}
