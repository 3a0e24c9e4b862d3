-- Tokens that a model read and wrote in a stage, for each that was reckoned; corpus null: of all.
SELECT count(*),
       sum(input_tokens + cache_read_tokens + cache_write_tokens) / nullif(sum(reckoned_input), 0)::float8,
       sum(output_tokens) / nullif(sum(reckoned_output), 0)::float8
FROM model_answer
WHERE model = %(model)s AND stage = %(stage)s AND (corpus = %(corpus)s OR %(corpus)s::text IS NULL)
