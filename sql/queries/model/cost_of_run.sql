-- What models answered in a run, and what that cost.
SELECT count(*), coalesce(sum(input_tokens + output_tokens + cache_read_tokens + cache_write_tokens), 0)::bigint,
       coalesce(sum(price), 0)
FROM model_answer
WHERE run = %(run)s
