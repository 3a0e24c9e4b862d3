-- Which of the places, each a version and a path, has a chunk: that unit itself, or one below it.
SELECT p.place, p.version_id
FROM unnest(%(places)s::int[], %(versions)s::bigint[], %(paths)s::text[]) AS p (place, version_id, path)
WHERE EXISTS (
    SELECT FROM chunk c
    WHERE c.version_id = p.version_id AND (c.path = p.path OR starts_with(c.path, p.path || '.'))
)
