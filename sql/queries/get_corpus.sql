SELECT id, name, profile, backend, language::text, source, built_edition, published_edition
FROM corpus
WHERE name = %(name)s
