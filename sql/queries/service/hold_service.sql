-- Let no request be sent for so many seconds.
UPDATE service
SET requests_free_at = greatest(requests_free_at, clock_timestamp() + %(seconds)s * interval '1 s')
WHERE backend = %(backend)s
