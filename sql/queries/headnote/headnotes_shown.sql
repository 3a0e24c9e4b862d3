-- The headnotes of versions, in an edition: their own, and those in a document beside them, which come first.
SELECT v.id AS version, v.metadata ->> 'summary_of' AS summary_of, d.key AS document,
       h.part, h.statement, h.supports, h.flags, h.made_by
FROM version v
JOIN document d ON d.id = v.document_id
JOIN headnote h ON h.version_id = v.id
WHERE {version_member}
  AND (v.id = ANY (%(versions)s) OR v.metadata ->> 'summary_of' = ANY (%(keys)s))
ORDER BY v.id = ANY (%(versions)s), v.id, h.ordinal
