-- Judgments of an edition that have no headnote, after a version.
SELECT v.id, v.source, d.key, v.title, v.kind, v.text, v.metadata
FROM version v
JOIN document d ON d.id = v.document_id
WHERE {version_member}
  AND {without_headnote}
  AND v.id > %(after)s
ORDER BY v.id
LIMIT %(page)s
