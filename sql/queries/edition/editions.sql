-- The editions of a corpus, oldest first, with what the gate said of each and why one was published past it.
SELECT e.number, e.state, e.run_id AS run, e.created_at, e.built_at, e.published_at, e.counts,
       e.number = c.published_edition AS published, e.verdict AS gate, o.overrides
FROM edition e
JOIN corpus c ON c.id = e.corpus_id
CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'at', at, 'refused', refused) ORDER BY id), '[]') AS overrides
    FROM gate_override
    WHERE corpus_id = e.corpus_id AND edition = e.number
) o
WHERE e.corpus_id = %(corpus)s
ORDER BY e.number
