-- A corpus by its name, with the numbers of its built editions, oldest first.
SELECT id, name, profile, backend, language, source, built_edition, published_edition,
       ARRAY(SELECT number FROM edition WHERE corpus_id = corpus.id AND state = 'built' ORDER BY number) AS editions
FROM corpus
WHERE name = %(name)s
