-- For each place (a version and a path), the paths of the chunks at it and below it, at any depth.
WITH RECURSIVE below (place, id, version_id, path, header, clauses) AS (
    SELECT p.place, c.id, c.version_id, c.path, c.header, c.clauses
    FROM unnest(%(places)s::int[], %(versions)s::bigint[], %(paths)s::text[]) AS p (place, version_id, path)
    JOIN chunk c ON c.version_id = p.version_id
                AND (c.path = p.path OR starts_with(c.path, p.path || '.') OR c.parent = p.path)
    UNION
    {below}
)
SELECT place, path FROM below ORDER BY place, version_id, length(path), path
