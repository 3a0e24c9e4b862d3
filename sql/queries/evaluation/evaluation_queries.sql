-- The results of each query of an evaluation, in the order of the gold set.
SELECT data_set, query_id, query, hits, metrics FROM evaluation_query WHERE evaluation_id = %(evaluation)s ORDER BY ordinal
