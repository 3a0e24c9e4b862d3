-- Copy the staged facts to the versions that were just loaded.
INSERT INTO fact (corpus_id, version_id, ordinal, concept, label, value, unit, period_start, period_end, year, decimals,
                  dimensions, char_start, char_end)
SELECT v.corpus_id, v.id, s.ordinal, s.concept, s.label, s.value::numeric, s.unit, s.period_start, s.period_end, s.year,
       s.decimals, s.dimensions::jsonb, s.char_start, s.char_end
FROM staged_fact s
JOIN version v ON v.corpus_id = %(corpus)s AND v.source = s.source AND v.ordinal = s.document
              AND v.to_edition IS NULL AND v.from_edition = %(edition)s
ORDER BY v.id, s.ordinal
