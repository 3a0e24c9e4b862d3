-- The versions named by a gold set that readers see on a day.
SELECT v.id
FROM version v
WHERE v.id = ANY (%(versions)s)
  AND {version_seen}
