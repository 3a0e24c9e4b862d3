-- Which versions are seen: members of the edition that are valid on the day.
-- Of several versions of one document the one that became valid last counts; of two that did on one day, the one that
-- the source numbers later (metadata "version": "2025-07-01", "2025-07-01-2"). A numbered version without a body
-- ends what was before it, as a repeal does, unless a later one has a body again: then its text was only missing.
      v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND (v.valid_from IS NULL OR v.valid_from <= %(day)s)
  AND (v.valid_to IS NULL OR v.valid_to > %(day)s)
  AND NOT EXISTS (
      SELECT FROM version later
      WHERE later.document_id = v.document_id AND later.id <> v.id
        AND later.valid_from >= v.valid_from AND later.valid_from <= %(day)s
        AND (later.valid_from > v.valid_from OR later.metadata ->> 'version' > v.metadata ->> 'version')
        AND later.from_edition <= %(edition)s
        AND (later.to_edition IS NULL OR later.to_edition > %(edition)s)
        AND (later.status = 'chunked' OR later.status = 'no_body' AND later.metadata ? 'version' AND NOT EXISTS (
            SELECT FROM version again
            WHERE again.document_id = later.document_id AND again.status = 'chunked'
              AND again.valid_from > later.valid_from
              AND again.from_edition <= %(edition)s
              AND (again.to_edition IS NULL OR again.to_edition > %(edition)s)
        ))
  )
