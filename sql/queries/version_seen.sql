-- Which versions are seen: members of the edition that are valid on the day.
-- Of several versions of one document the one that became valid last counts.
      v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND (v.valid_from IS NULL OR v.valid_from <= %(day)s)
  AND (v.valid_to IS NULL OR v.valid_to > %(day)s)
  AND NOT EXISTS (
      SELECT FROM version later
      WHERE later.document_id = v.document_id AND later.id <> v.id AND later.status = 'chunked'
        AND later.valid_from > v.valid_from AND later.valid_from <= %(day)s
        AND later.from_edition <= %(edition)s
        AND (later.to_edition IS NULL OR later.to_edition > %(edition)s)
  )
