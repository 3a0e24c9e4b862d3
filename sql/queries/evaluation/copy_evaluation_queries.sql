-- Add the queries of an evaluation by COPY.
COPY evaluation_query (evaluation_id, ordinal, data_set, query_id, query, hits, metrics) FROM STDIN
