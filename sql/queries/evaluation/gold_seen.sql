-- Which of the versions that a gold set names are seen on a day.
SELECT v.id
FROM version v
WHERE v.id = ANY (%(versions)s)
  AND {version_seen}
