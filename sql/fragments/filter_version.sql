-- Which versions may be searched: those that are seen, of the document asked for, whose metadata meets the conditions.
      {version_seen}
  AND (%(document)s::text IS NULL OR v.document_id IN (
      SELECT id FROM document WHERE corpus_id = %(corpus)s AND key = ANY (%(document_keys)s::text[])
  ) OR v.source = %(document)s)
  AND (%(versions)s::bigint[] IS NULL OR v.id = ANY (%(versions)s))
  AND (%(of_versions)s::jsonb IS NULL OR NOT EXISTS (
      -- A condition that does not hold.
      SELECT FROM jsonb_to_recordset(%(of_versions)s::jsonb) AS w (key text, test jsonpath, wanted jsonb, negated boolean)
      WHERE jsonb_path_exists(coalesce(v.metadata -> w.key, 'null'), w.test, w.wanted) = w.negated
  ))
