-- Keep an answer. Whoever comes second with the same one changes nothing.
INSERT INTO model_answer (key, model, corpus, run, stage, stopped, answer, reckoned_input, reckoned_output, batched,
                          input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, price)
VALUES (%(key)s, %(model)s, %(corpus)s, %(run)s, %(stage)s, %(stopped)s, %(answer)s, %(reckoned_input)s,
        %(reckoned_output)s, %(batched)s, %(input)s, %(output)s, %(cache_read)s, %(cache_write)s, %(price)s)
ON CONFLICT (key) DO NOTHING
