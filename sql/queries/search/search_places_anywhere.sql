-- Chunks at places in any document, n being the number of the place: those that hold it, by their path, as a numbered
-- paragraph or clause in them, or as a subsection; where nothing does, the nearest unit around it.
WITH place AS (
    SELECT n, path, number, ARRAY (
        SELECT array_to_string(steps[:deep], '.') FROM generate_series(1, cardinality(steps) - 1) AS deep
    ) AS around
    FROM unnest(%(paths)s::text[], %(paragraphs)s::int[]) WITH ORDINALITY AS wanted (path, number, n)
    CROSS JOIN LATERAL (SELECT string_to_array(path, '.') AS steps) AS split
), found AS (
    SELECT n, c.id, true AS held
    FROM place
    JOIN chunk c ON c.corpus_id = %(corpus)s AND c.path = place.path
    UNION
    SELECT n, c.id, true
    FROM place
    JOIN chunk c ON c.paragraphs <> '{}' AND c.paragraphs @> ARRAY[number]
    WHERE c.corpus_id = %(corpus)s
    UNION
    SELECT n, c.id, true
    FROM place
    JOIN chunk c ON c.clauses <> '{}' AND c.clauses @> ARRAY[place.path]
    WHERE c.corpus_id = %(corpus)s
    UNION
    SELECT n, c.id, subsection.held
    FROM place
    CROSS JOIN unnest(around) AS unit
    JOIN chunk c ON c.corpus_id = %(corpus)s AND (c.path = unit OR c.parent = unit)
    CROSS JOIN LATERAL (
        SELECT split_part(substr(place.path, length(unit) + 2), '.', 1) = ANY (c.subsections) AS held
    ) AS subsection
    WHERE subsection.held OR c.path = unit
)
SELECT id, held
FROM (
    SELECT c.id, found.held, rank() OVER (
        PARTITION BY found.n ORDER BY found.held DESC, CASE WHEN NOT found.held THEN length(c.path) END DESC
    ) AS rank
    FROM found
    JOIN chunk c USING (id)
    JOIN version v ON v.id = c.version_id
    WHERE {filter}
) AS ranked
WHERE rank = 1
LIMIT %(pool)s + 1
