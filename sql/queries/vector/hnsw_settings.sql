-- For the transaction: the candidate list of a walk, which goes on where that list ends, for as long as rows are asked for.
SELECT set_config('hnsw.ef_search', %(ef_search)s::text, true),
       set_config('hnsw.iterative_scan', 'relaxed_order', true),
       set_config('hnsw.max_scan_tuples', '2147483647', true)
