-- Set for this transaction the size of the candidate list of an HNSW search, which continues after that list for as
-- long as rows are fetched.
SELECT set_config('hnsw.ef_search', %(ef_search)s::text, true),
       set_config('hnsw.iterative_scan', 'relaxed_order', true),
       set_config('hnsw.max_scan_tuples', '2147483647', true)
