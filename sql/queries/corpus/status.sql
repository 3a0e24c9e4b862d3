-- Every corpus with the number of its files by status, its published edition and its last run, with the files that
-- this found changed though they looked unchanged.
SELECT c.name, c.profile, c.backend, c.source, c.built_edition, c.published_edition,
       f.files, f.chunked, f.no_body, f.not_chunked, f.quarantined,
       e.counts AS published_counts,
       r.id AS run, r.state AS run_state, r.started_at, r.finished_at, r.error,
       coalesce(r.result #> '{checked,differ}', '[]') AS differed
FROM corpus c
LEFT JOIN LATERAL (
    SELECT count(*) AS files, count(*) FILTER (WHERE status = 'chunked') AS chunked,
           count(*) FILTER (WHERE status = 'no_body') AS no_body,
           count(*) FILTER (WHERE status = 'not_chunked') AS not_chunked,
           count(*) FILTER (WHERE status = 'quarantined') AS quarantined
    FROM source_file WHERE corpus_id = c.id
) f ON true
LEFT JOIN edition e ON e.corpus_id = c.id AND e.number = c.published_edition
LEFT JOIN LATERAL (SELECT * FROM run WHERE corpus_id = c.id ORDER BY number DESC LIMIT 1) r ON true
ORDER BY c.name
