-- Put requests into a batch that is being handed in: those without an answer that are nowhere else.
INSERT INTO model_request AS r (key, batch, corpus, run, stage, price, input, output)
SELECT key, %(batch)s, %(corpus)s, %(run)s, %(stage)s, price, input, output
FROM unnest(%(keys)s::bytea[], %(prices)s::float8[], %(inputs)s::bigint[], %(outputs)s::bigint[])
    AS given (key, price, input, output)
WHERE NOT EXISTS (SELECT FROM model_answer a WHERE a.key = given.key)
  AND NOT EXISTS (SELECT FROM text_claim c WHERE c.text_hash = given.key)
ORDER BY key
ON CONFLICT (key) DO UPDATE
SET batch = excluded.batch, corpus = excluded.corpus, run = excluded.run, stage = excluded.stage, price = excluded.price
WHERE r.batch IS NULL
RETURNING key
