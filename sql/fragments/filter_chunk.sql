-- Which chunks of such versions may be found: in force on the day, of the role, of these chunks (a unit and what is below
-- it), with metadata that meets the conditions on fields that chunks have.
      {chunk_seen}
  AND (%(role)s::text IS NULL OR c.role = %(role)s)
  AND (%(below)s::bigint[] IS NULL OR c.id = ANY (%(below)s))
  AND (%(of_chunks)s::jsonb IS NULL OR NOT EXISTS (
      -- A condition that does not hold. What the chunk says counts before what its version says.
      SELECT FROM jsonb_to_recordset(%(of_chunks)s::jsonb) AS w (key text, test jsonpath, wanted jsonb, negated boolean)
      WHERE jsonb_path_exists(coalesce(c.metadata -> w.key, {chunk_locators} -> w.key, v.metadata -> w.key, 'null'), w.test, w.wanted) = w.negated
  ))
