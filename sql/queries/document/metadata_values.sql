-- The values that a field of the metadata has in the versions of an edition, and how many versions have each.
SELECT value #>> '{}' AS text, count(*) AS versions
FROM version v,
     LATERAL jsonb_path_query(v.metadata -> %(field)s::text, '$[*]') AS value
WHERE {version_member}
GROUP BY value #>> '{}'
ORDER BY (value #>> '{}') COLLATE "C"
