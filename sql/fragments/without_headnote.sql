-- Which judgments have no headnote, their own or in a document beside them; `again`: nor one made as it is made now.
      v.status = 'chunked' AND v.kind = ANY (%(kinds)s)
  AND NOT EXISTS (
    SELECT FROM headnote h
    WHERE h.version_id = v.id AND (NOT %(again)s OR h.made_by IN ('source', %(made_by)s) AND h.part <> 'none')
  )
  AND d.key <> ALL (SELECT DISTINCT s.metadata ->> 'summary_of'
                    FROM version s
                    WHERE s.corpus_id = %(corpus)s AND s.from_edition <= %(edition)s
                      AND (s.to_edition IS NULL OR s.to_edition > %(edition)s) AND s.metadata ->> 'summary_of' IS NOT NULL)
