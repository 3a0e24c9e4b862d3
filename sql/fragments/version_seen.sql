-- Which versions are seen: members of the edition that are valid on the day.
-- Of several versions of one document the one that became valid last counts; of two that did on one day, the one that
-- the source numbers later (metadata "version": "2025-07-01", "2025-07-01-2"). A numbered version without a body
-- ends what was before it, as a repeal does, unless a later one has a body again: then its text was only missing.
-- A day that is estimated decides nothing between two versions.
      {version_member}
  AND (v.valid_from IS NULL OR v.valid_from <= %(day)s)
  AND (v.valid_to IS NULL OR {version_until} > %(day)s)
  AND NOT EXISTS (
      SELECT FROM version later
      WHERE later.document_id = v.document_id AND later.id <> v.id
        AND later.valid_from >= v.valid_from AND later.valid_from <= %(day)s
        AND (later.valid_from > v.valid_from OR later.metadata ->> 'version' > v.metadata ->> 'version')
        AND NOT (v.valid_from_estimated OR later.valid_from_estimated)
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
  AND NOT EXISTS (
      -- Another file has it that the document was repealed.
      SELECT FROM version ended
      WHERE ended.document_id = v.document_id AND ended.repealed_by IS NOT NULL AND v.repealed_by IS NULL
        AND ended.valid_to <= %(day)s AND (v.valid_from IS NULL OR v.valid_from < ended.valid_to)
        AND ended.from_edition <= %(edition)s
        AND (ended.to_edition IS NULL OR ended.to_edition > %(edition)s)
  )
