-- Add what answers cost. Where fewer or more tokens were read than was reckoned before, the next request may be sent
-- earlier or later by as much.
INSERT INTO service AS s (backend, starts_at, requests_free_at, tokens_free_at, requests, texts, tokens)
VALUES (%(backend)s, now(), now(), now(), %(requests)s, %(texts)s, %(tokens)s)
ON CONFLICT (backend) DO UPDATE SET
    tokens_free_at = s.tokens_free_at + %(late)s * interval '1 s',
    requests = s.requests + excluded.requests,
    texts = s.texts + excluded.texts,
    tokens = s.tokens + excluded.tokens
