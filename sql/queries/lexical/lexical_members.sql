-- The segments of an index with their versions and units, oldest first.
SELECT id, edition, last_version, versions, sizes, since, until, chunks, lengths
FROM lexical_segment
WHERE corpus_id = %(corpus)s AND analysis = %(analysis)s AND (%(only)s::uuid[] IS NULL OR id = ANY (%(only)s))
ORDER BY last_version
