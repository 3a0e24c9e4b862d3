-- The chunks of a unit and of all that is below it, in every version that may be searched.
WITH RECURSIVE below (place, id, version_id, path, header, clauses) AS (
    SELECT 1, c.id, c.version_id, c.path, c.header, c.clauses
    FROM chunk c
    JOIN version v ON v.id = c.version_id
    WHERE c.corpus_id = %(corpus)s
      AND (c.path = %(path)s OR starts_with(c.path, %(path)s || '.') OR c.parent = %(path)s)
      AND {filter_version}
    UNION
    {below}
)
SELECT id FROM below
