-- One row for each document that differs between the editions `low` and `high` (low < high), with the paths of its
-- chunks that differ. It reads only the versions that one of the two editions has and the other has not.
WITH touched AS MATERIALIZED (
    SELECT id, document_id, title, status, valid_from, valid_to, sha256(convert_to(text, 'UTF8')) AS wording, -1 AS side
    FROM version
    WHERE corpus_id = %(corpus)s AND to_edition > %(low)s AND to_edition <= %(high)s AND from_edition <= %(low)s
    UNION ALL
    SELECT id, document_id, title, status, valid_from, valid_to, sha256(convert_to(text, 'UTF8')), 1
    FROM version
    WHERE corpus_id = %(corpus)s AND from_edition > %(low)s AND from_edition <= %(high)s
      AND (to_edition IS NULL OR to_edition > %(high)s)
),
-- Rows that both editions have cancel out, however many versions have them.
reworded AS (
    SELECT DISTINCT document_id
    FROM (
        SELECT document_id FROM touched
        GROUP BY document_id, title, status, valid_from, valid_to, wording
        HAVING sum(side) <> 0
    ) uneven
),
piece AS (
    SELECT t.document_id, c.path, sum(t.side) AS side
    FROM touched t
    JOIN chunk c ON c.version_id = t.id
    GROUP BY t.document_id, c.path, c.text_hash, c.valid_from, c.valid_to
    HAVING sum(t.side) <> 0
),
unit AS (
    SELECT document_id, path, bool_or(side < 0) AS before, bool_or(side > 0) AS after
    FROM piece
    GROUP BY document_id, path
),
pieces AS (
    SELECT document_id,
           coalesce(array_agg(path ORDER BY path COLLATE "C") FILTER (WHERE NOT before), '{}') AS appeared,
           coalesce(array_agg(path ORDER BY path COLLATE "C") FILTER (WHERE NOT after), '{}') AS disappeared,
           coalesce(array_agg(path ORDER BY path COLLATE "C") FILTER (WHERE before AND after), '{}') AS changed
    FROM unit
    GROUP BY document_id
),
differing AS (
    SELECT document_id, (array_agg(title ORDER BY side DESC, id))[1] AS title
    FROM touched
    WHERE document_id IN (SELECT document_id FROM reworded UNION ALL SELECT document_id FROM pieces)
    GROUP BY document_id
)
SELECT d.key AS document, differing.title,
       CASE WHEN NOT m.before THEN 'appeared' WHEN NOT m.after THEN 'disappeared' ELSE 'changed' END AS change,
       coalesce(p.appeared, '{}') AS appeared, coalesce(p.disappeared, '{}') AS disappeared,
       coalesce(p.changed, '{}') AS changed
FROM differing
JOIN document d ON d.id = differing.document_id
CROSS JOIN LATERAL (
    SELECT bool_or(from_edition <= %(low)s AND (to_edition IS NULL OR to_edition > %(low)s)) AS before,
           bool_or(from_edition <= %(high)s AND (to_edition IS NULL OR to_edition > %(high)s)) AS after
    FROM version
    WHERE document_id = d.id
) m
LEFT JOIN pieces p ON p.document_id = d.id
ORDER BY d.key COLLATE "C"
