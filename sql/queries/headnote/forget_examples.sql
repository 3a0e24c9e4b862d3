-- Forget the examples that documents gave which are in the edition no more.
DELETE FROM headnote_corpus e
WHERE e.corpus_id = %(corpus)s AND e.origin = 'source' AND NOT EXISTS (
    SELECT FROM version v
    JOIN document d ON d.id = v.document_id
    WHERE {version_member}
      AND (v.metadata ->> 'summary_of' = e.citation OR (v.metadata ? 'summary' AND d.key = e.citation))
)
