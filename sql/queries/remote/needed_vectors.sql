-- List what a remote index has to hold: every text of the corpus that has a vector, with metadata by which a search may
-- pass it over there. Chunks of several versions may share a text, so the metadata is true of all of them together: the
-- first and the last day on which any is in force, every role and court, the first and the last year and date. What is
-- no plain value, or too many of them, is left out, and a filter lets pass what has no value.
INSERT INTO needed_vector (key, text_hash, metadata)
SELECT %(prefix)s || encode(c.text_hash, 'hex'), c.text_hash, jsonb_strip_nulls(jsonb_build_object(
    'corpus', %(name)s::text,
    'backend', %(backend)s::text,
    'valid_from', min(to_char(greatest(coalesce(v.valid_from, '0001-01-01'), coalesce(c.valid_from, '0001-01-01')),
                              'YYYYMMDD')::int),
    'valid_to', max(to_char(least(
        coalesce(CASE WHEN NOT v.valid_to_estimated THEN v.valid_to END, '9999-12-31'),
        coalesce(c.valid_to, '9999-12-31')), 'YYYYMMDD')::int),
    'role', CASE WHEN count(DISTINCT c.role) <= %(most)s AND max(length(c.role)) <= %(longest)s
                 THEN to_jsonb(array_agg(DISTINCT c.role)) END,
    'court', CASE WHEN count(DISTINCT v.metadata ->> 'court') <= %(most)s
                   AND bool_and(jsonb_typeof(v.metadata -> 'court') IN ('string', 'null')
                                AND coalesce(length(v.metadata ->> 'court') <= %(longest)s, true))
                  THEN to_jsonb(array_agg(DISTINCT v.metadata ->> 'court')
                                FILTER (WHERE v.metadata ->> 'court' IS NOT NULL)) END,
    'year_from', CASE WHEN bool_and(v.metadata ->> 'year' ~ %(dated)s)
                      THEN min(rpad(replace(v.metadata ->> 'year', '-', ''), 8, '0')) END::int,
    'year_to', CASE WHEN bool_and(v.metadata ->> 'year' ~ %(dated)s)
                    THEN max(rpad(replace(v.metadata ->> 'year', '-', ''), 8, '0')) END::int,
    'date_from', CASE WHEN bool_and(v.metadata ->> 'date' ~ %(dated)s)
                      THEN min(rpad(replace(v.metadata ->> 'date', '-', ''), 8, '0')) END::int,
    'date_to', CASE WHEN bool_and(v.metadata ->> 'date' ~ %(dated)s)
                    THEN max(rpad(replace(v.metadata ->> 'date', '-', ''), 8, '0')) END::int
))
FROM chunk c
JOIN version v ON v.id = c.version_id
JOIN {vectors} e ON e.text_hash = c.text_hash
WHERE c.corpus_id = %(corpus)s
GROUP BY c.text_hash
