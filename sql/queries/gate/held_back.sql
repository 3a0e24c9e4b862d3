-- An edition that needs a reason to be published, with what the gate said of it; no row: it needs none. It needs none
-- where the corpus has no gate, where nothing is published, and where
--   readers had it before, and it is older than what they have, or was not refused since; or
--   the gate, as it is now, let it pass against the edition that readers have.
SELECT c.published_edition AS published, e.verdict ->> 'why' AS why
FROM corpus c
JOIN gate g ON g.corpus_id = c.id
JOIN edition e ON e.corpus_id = c.id AND e.number = %(edition)s AND e.state = 'built'
WHERE c.id = %(corpus)s
  AND c.published_edition NOT IN (0, e.number)
  AND NOT (e.published_at IS NOT NULL
           AND (e.number < c.published_edition OR coalesce((e.verdict -> 'passed')::boolean, true)))
  AND NOT coalesce(e.verdict @> jsonb_build_object(
      'passed', true, 'against', c.published_edition,
      'gold_hash', encode(g.gold_hash, 'hex'), 'metric', g.metric, 'margin', g.margin
  ), false)
