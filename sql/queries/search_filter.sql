-- Which chunks may be found: of versions that are seen, valid on the day, within the filters.
      {seen}
  AND (c.valid_from IS NULL OR c.valid_from <= %(day)s)
  AND (c.valid_to IS NULL OR c.valid_to > %(day)s)
  AND (%(document)s::text IS NULL OR v.document_id IN (
      SELECT id FROM document WHERE corpus_id = %(corpus)s AND key IN (%(document)s, 'SFS ' || %(document)s)
  ) OR v.source = %(document)s)
  AND (%(role)s::text IS NULL OR c.role = %(role)s)
  AND (%(path)s::text IS NULL OR c.path = %(path)s OR starts_with(c.path, %(path)s || '.') OR c.parent = %(path)s)
  AND (%(where)s::jsonb IS NULL OR NOT EXISTS (
      -- A condition that does not hold. What the chunk says counts before what its version says.
      SELECT FROM jsonb_to_recordset(%(where)s::jsonb) AS w (key text, test jsonpath, wanted jsonb, negated boolean)
      WHERE jsonb_path_exists(coalesce(c.metadata -> w.key, v.metadata -> w.key, 'null'), w.test, w.wanted) = w.negated
  ))
  AND (%(versions)s::bigint[] IS NULL OR v.id = ANY (%(versions)s))
