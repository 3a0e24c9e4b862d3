-- The profile and the result of the newest completed runs of all corpora.
SELECT c.profile, r.result
FROM run r
JOIN corpus c ON c.id = r.corpus_id
WHERE r.state = 'completed'
ORDER BY r.number DESC
LIMIT %(limit)s
