-- Files of the ledger that meet all conditions given, each with the number of its chunks in the newest edition. The day
-- of a version is the day it entered into force, or the first day in its metadata, as ISO text.
SELECT f.source, f.size, f.made_by, f.edition, coalesce(made.chunks, 0)::bigint AS chunks
FROM source_file f
LEFT JOIN LATERAL (
    SELECT sum((SELECT count(*) FROM chunk c WHERE c.version_id = v.id)) AS chunks,
           bool_or(d.key = ANY (%(keys)s::text[])) AS named,
           bool_or(day.iso COLLATE "C" >= coalesce(%(since)s::text, '')
                   AND day.iso COLLATE "C" <= coalesce(%(until)s::text, '9999-12-31')) AS dated
    FROM version v
    JOIN document d ON d.id = v.document_id
    CROSS JOIN LATERAL (
        SELECT coalesce(to_char(v.valid_from, 'YYYY-MM-DD'), min(left(v.metadata ->> days.name, 10))) AS iso
        FROM (
            SELECT name FROM unnest(%(days)s::text[]) WITH ORDINALITY AS field (name, place)
            WHERE v.metadata ->> name ~ '^\d{4}-\d{2}-\d{2}'
            ORDER BY place
            LIMIT 1
        ) days
    ) day
    WHERE v.corpus_id = f.corpus_id AND v.source = f.source AND v.to_edition IS NULL
) made ON true
WHERE f.corpus_id = %(corpus)s
  AND (%(documents)s::text[] IS NULL OR made.named OR f.source = ANY (%(documents)s))
  AND (coalesce(%(since)s::text, %(until)s::text) IS NULL OR made.dated)
  AND (%(status)s::text[] IS NULL OR f.status = ANY (%(status)s))
  AND (%(made_before)s::int IS NULL OR f.profile_version < %(made_before)s)
ORDER BY f.source COLLATE "C"
