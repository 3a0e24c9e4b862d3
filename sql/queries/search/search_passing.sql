-- Which of these chunks pass the filters.
SELECT c.id
FROM chunk c
JOIN version v ON v.id = c.version_id
WHERE c.id = ANY (%(ids)s)
  AND {filter}
