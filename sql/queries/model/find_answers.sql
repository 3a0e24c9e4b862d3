-- What a model answered to requests, by their keys.
SELECT key, answer, stopped, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens
FROM model_answer
WHERE key = ANY (%(keys)s)
