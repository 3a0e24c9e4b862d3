-- Chunks at places of versions, n being the number of the place. fit is 2 for those that hold it, wholly or in part, by
-- their path or as one of the paragraphs, clauses and subsections in them; 1 where a § is named without its chapter
-- (kap0) and that is the § of a chapter; 0 for those that only lie around it.
SELECT place.n, c.id, c.path, CASE WHEN held.is THEN 2 WHEN held.in_chapter THEN 1 ELSE 0 END AS fit
FROM unnest(%(versions)s::bigint[], %(paths)s::text[], %(paragraphs)s::int[])
     WITH ORDINALITY AS place (version_id, path, paragraph, n)
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
       starts_with(place.path, 'kap0.') AND starts_with(c.path, 'kap')
       AND split_part(c.path, '.', 2) = split_part(place.path, '.', 2) AS in_chapter
) AS held
WHERE (held.is OR held.in_chapter OR starts_with(place.path, c.path || '.'))
  AND {filter}
