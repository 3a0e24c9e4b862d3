-- The concepts of the facts of an edition. One step of the index a concept: not all facts are read.
WITH RECURSIVE found AS (
    (SELECT concept FROM fact WHERE corpus_id = %(corpus)s ORDER BY concept LIMIT 1)
    UNION ALL
    SELECT (SELECT f.concept FROM fact f
            WHERE f.corpus_id = %(corpus)s AND f.concept > found.concept ORDER BY f.concept LIMIT 1)
    FROM found
    WHERE found.concept IS NOT NULL
)
SELECT found.concept
FROM found
WHERE EXISTS (SELECT FROM fact f
              JOIN version v ON v.id = f.version_id
              WHERE f.corpus_id = %(corpus)s AND f.concept = found.concept AND {version_member})
ORDER BY found.concept
