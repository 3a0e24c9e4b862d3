-- The words of a query as the corpus's language reduces them.
SELECT lexeme FROM unnest(to_tsvector(%(language)s::regconfig, %(query)s)) ORDER BY lexeme
