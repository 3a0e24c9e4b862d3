-- Documents of an edition that summarise a judgment, or have a summary of themselves, and are not kept as its headnote.
SELECT v.id, v.source, d.key, v.title, v.kind, v.text, v.metadata
FROM version v
JOIN document d ON d.id = v.document_id
WHERE {version_member}
  AND v.id > %(after)s AND v.status = 'chunked'
  AND (v.metadata ? 'summary_of' OR (v.metadata ? 'summary' AND v.kind = ANY (%(kinds)s)))
  AND NOT EXISTS (SELECT FROM headnote h WHERE h.version_id = v.id AND h.made_by = 'source')
ORDER BY v.id
LIMIT %(page)s
