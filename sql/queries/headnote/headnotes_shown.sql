-- The headnotes of a version, in an edition: its own, and that in a document beside it, which comes first.
SELECT d.key AS document, h.part, h.statement, h.supports, h.flags, h.made_by
FROM version v
JOIN document d ON d.id = v.document_id
JOIN headnote h ON h.version_id = v.id
WHERE {version_member}
  AND (v.id = %(version)s OR v.metadata ->> 'summary_of' = %(key)s)
ORDER BY v.id = %(version)s, v.id, h.ordinal
