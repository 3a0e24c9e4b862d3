-- What models have cost in a run, for a corpus and in this month (UTC), with what is under way; and what other claims, whose
-- corpus is not known, may cost besides.
WITH claimed AS (
    SELECT coalesce(sum(c.price), 0) AS price
    FROM text_claim c
    WHERE EXISTS (
        SELECT FROM pg_locks l
        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND l.classid = %(space)s AND l.objid::bigint = c.owner
    )
), handed_in AS (
    SELECT coalesce(sum(price) FILTER (WHERE corpus = %(corpus)s AND run = %(run)s), 0) AS run,
           coalesce(sum(price) FILTER (WHERE corpus = %(corpus)s), 0) AS corpus,
           coalesce(sum(price), 0) AS month
    FROM model_request
    WHERE batch IS NOT NULL
), answered AS (
    SELECT coalesce(sum(price) FILTER (WHERE run = %(run)s), 0) AS run, coalesce(sum(price), 0) AS corpus
    FROM model_answer
    WHERE corpus = %(corpus)s
), in_month AS (
    SELECT coalesce(sum(price), 0) AS month
    FROM model_answer
    WHERE at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
)
SELECT answered.run + handed_in.run, answered.corpus + handed_in.corpus, in_month.month + handed_in.month, claimed.price
FROM claimed, handed_in, answered, in_month
