-- The state of each corpus and of its last run. Times in seconds since 1970.
SELECT c.name AS corpus, c.built_edition, c.published_edition,
       extract(epoch FROM b.built_at)::float8 AS built_at,
       extract(epoch FROM p.published_at)::float8 AS published_at,
       coalesce((p.counts ->> 'documents')::bigint, 0) AS documents,
       coalesce((p.counts ->> 'chunks')::bigint, 0) AS chunks,
       (SELECT count(*) FROM source_file WHERE corpus_id = c.id AND status = 'quarantined') AS quarantined,
       r.state, extract(epoch FROM r.started_at)::float8 AS started_at,
       extract(epoch FROM r.finished_at)::float8 AS finished_at,
       r.result -> 'seconds' AS seconds,
       extract(epoch FROM done.finished_at)::float8 AS completed_at,
       coalesce(done.computed, 0)::bigint AS computed
FROM corpus c
LEFT JOIN edition b ON b.corpus_id = c.id AND b.number = c.built_edition
LEFT JOIN edition p ON p.corpus_id = c.id AND p.number = c.published_edition
LEFT JOIN LATERAL (SELECT * FROM run WHERE corpus_id = c.id ORDER BY number DESC LIMIT 1) r ON true
LEFT JOIN LATERAL (
    SELECT (array_agg(finished_at ORDER BY number DESC))[1] AS finished_at,
           sum((result #>> '{embeddings,computed}')::bigint) AS computed
    FROM run WHERE corpus_id = c.id AND state = 'completed'
) done ON true
ORDER BY c.name
