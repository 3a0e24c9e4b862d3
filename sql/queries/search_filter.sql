-- Which chunks may be found: members of the edition, valid on the day, within the filters.
-- Of several versions of one document the one that is valid on the day counts.
      v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
  AND (c.valid_from IS NULL OR c.valid_from <= %(day)s)
  AND (c.valid_to IS NULL OR c.valid_to > %(day)s)
  AND NOT EXISTS (
      SELECT FROM version later
      WHERE later.document_id = v.document_id AND later.id <> v.id AND later.status = 'chunked'
        AND later.valid_from > v.valid_from AND later.valid_from <= %(day)s
        AND later.from_edition <= %(edition)s
        AND (later.to_edition IS NULL OR later.to_edition > %(edition)s)
  )
  AND (%(document)s::text IS NULL OR v.document_id IN (
      SELECT id FROM document WHERE corpus_id = %(corpus)s AND key IN (%(document)s, 'SFS ' || %(document)s)
  ) OR v.source = %(document)s)
  AND (%(role)s::text IS NULL OR c.role = %(role)s)
  AND (%(path)s::text IS NULL OR c.path = %(path)s OR starts_with(c.path, %(path)s || '.') OR c.parent = %(path)s)
