-- Let one request of so many tokens be sent, as soon as the requests before it allow, and return the seconds until then.
-- The times are those of the database, whatever the clocks of machines say.
WITH clock AS (SELECT clock_timestamp() AS now)
INSERT INTO service AS s (backend, starts_at, requests_free_at, tokens_free_at)
SELECT %(backend)s, now, now + %(request_interval)s * interval '1 s', now + %(token_interval)s * interval '1 s' FROM clock
ON CONFLICT (backend) DO UPDATE SET
    starts_at = greatest(excluded.starts_at, s.requests_free_at, s.tokens_free_at),
    requests_free_at = greatest(excluded.starts_at, s.requests_free_at, s.tokens_free_at)
        + %(request_interval)s * interval '1 s',
    tokens_free_at = greatest(excluded.starts_at, s.requests_free_at, s.tokens_free_at)
        + %(token_interval)s * interval '1 s'
RETURNING extract(epoch FROM starts_at - clock_timestamp())::float8
