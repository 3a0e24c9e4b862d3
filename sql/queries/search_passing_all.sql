-- Every chunk that passes the filters.
SELECT c.id
FROM version v
JOIN chunk c ON c.version_id = v.id
WHERE {filter}
