-- Chunks at places of versions, n being the number of the place: at its path or within that, at a numbered paragraph,
-- clause or subsection of several in a chunk, or around it.
SELECT place.n, c.id, c.path, starts_with(place.path, c.path || '.') AS around
FROM unnest(%(versions)s::bigint[], %(paths)s::text[]) WITH ORDINALITY AS place (version_id, path, n)
JOIN chunk c ON c.version_id = place.version_id
JOIN version v ON v.id = c.version_id
WHERE (
       c.path = place.path
    OR starts_with(c.path, place.path || '.')
    OR starts_with(place.path, c.path || '.')
    OR c.metadata -> 'clauses' @> to_jsonb(place.path)
    OR c.metadata -> 'paragraph_numbers' @> substring(place.path FROM '^para\.(\d{{1,9}})')::jsonb
    OR c.metadata -> 'subsections' @> to_jsonb(split_part(substr(place.path, length(coalesce(c.parent, c.path)) + 2), '.', 1))
       AND starts_with(place.path, coalesce(c.parent, c.path) || '.')
  )
  AND {filter}
