-- Chunks at places of versions, n being the number of the place. fit is 2 for those that hold it, wholly or in part, by
-- their path or as one of the paragraphs, clauses and subsections in them; 1 for those that it may mean, since its outer
-- unit is not named; 0 for those that only lie around it.
SELECT place.n, c.id, c.path, CASE WHEN held.is THEN 2 WHEN held.loosely THEN 1 ELSE 0 END AS fit
FROM unnest(%(versions)s::bigint[], %(paths)s::text[], %(paragraphs)s::int[], %(loose)s::text[])
     WITH ORDINALITY AS place (version_id, path, paragraph, loose, n)
JOIN chunk c ON c.version_id = place.version_id
JOIN version v ON v.id = c.version_id
CROSS JOIN LATERAL (SELECT coalesce(c.parent, c.path) AS path) AS unit
CROSS JOIN LATERAL (SELECT coalesce(
       c.path = place.path
    OR starts_with(c.path, place.path || '.')
    OR place.path = ANY (c.clauses)
    OR place.paragraph = ANY (c.paragraphs)
    OR starts_with(place.path, unit.path || '.')
       AND split_part(substr(place.path, length(unit.path) + 2), '.', 1) = ANY (c.subsections), false
) AS is,
       c.path ~ place.loose AS loosely
) AS held
WHERE (held.is OR held.loosely OR starts_with(place.path, c.path || '.'))
  AND {filter}
