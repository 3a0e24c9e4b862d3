-- Every chunk that passes the filters.
WITH searched AS MATERIALIZED (
    SELECT v.id, v.metadata
    FROM version v
    WHERE {filter_version}
)
SELECT c.id
FROM searched v
JOIN chunk c ON c.version_id = v.id
WHERE {filter_chunk}
