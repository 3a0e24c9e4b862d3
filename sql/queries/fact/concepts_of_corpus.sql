-- The concepts of the facts of a corpus, by one look into the index for each.
WITH RECURSIVE found AS (
    (SELECT concept FROM fact WHERE corpus_id = %(corpus)s ORDER BY concept LIMIT 1)
    UNION ALL
    SELECT (SELECT f.concept FROM fact f
            WHERE f.corpus_id = %(corpus)s AND f.concept > found.concept ORDER BY f.concept LIMIT 1)
    FROM found
    WHERE found.concept IS NOT NULL
)
SELECT concept FROM found WHERE concept IS NOT NULL
