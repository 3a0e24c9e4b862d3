-- The bytes of an embedding table of a corpus with its indexes, and those of its vector index alone.
SELECT pg_total_relation_size(to_regclass(%(table)s)), coalesce(pg_relation_size(to_regclass(%(index)s)), 0)
