-- Chunks that hold a place, in any document: by their path, by a numbered paragraph or a clause within them.
WITH place AS (
    SELECT id FROM chunk WHERE corpus_id = %(corpus)s AND path = ANY (%(paths)s)
    UNION
    SELECT c.id
    FROM unnest(%(paragraphs)s::int[]) AS number
    JOIN chunk c ON c.metadata ? 'paragraph_numbers' AND c.metadata -> 'paragraph_numbers' @> to_jsonb(number)
    WHERE c.corpus_id = %(corpus)s
    UNION
    SELECT c.id
    FROM unnest(%(paths)s::text[]) AS clause
    JOIN chunk c ON c.metadata ? 'clauses' AND c.metadata -> 'clauses' @> to_jsonb(clause)
    WHERE c.corpus_id = %(corpus)s
)
SELECT c.id
FROM place
JOIN chunk c USING (id)
JOIN version v ON v.id = c.version_id
WHERE {filter}
LIMIT %(pool)s + 1
