-- A step down: chunks whose parent is the path of a chunk below, or begins in that chunk and has none of its own, as a
-- section that is joined to the heading of its article. Their headers tell whether it is a part of that chunk's unit.
    SELECT below.place, c.id, c.version_id, c.path, c.header, c.clauses
    FROM below
    CROSS JOIN LATERAL (
        SELECT c.id, c.version_id, c.path, c.header, c.clauses
        FROM chunk c
        WHERE c.corpus_id = %(corpus)s AND c.version_id = below.version_id
          AND c.parent = ANY (ARRAY (SELECT below.path UNION ALL SELECT unnest(below.clauses)))
          AND (c.parent = below.path OR starts_with(c.header, below.header || %(header_separator)s))
        OFFSET 0
    ) AS c
