-- Which of some targets any document of the edition cites: there is such a thing, though the corpus may not have it.
SELECT DISTINCT ci.target
FROM citation ci
JOIN version v ON v.id = ci.version_id
WHERE ci.corpus_id = %(corpus)s AND ci.target = ANY (%(targets)s::text[])
  AND {version_member}
