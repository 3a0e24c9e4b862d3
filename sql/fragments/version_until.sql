-- The first day on which a version no longer applies. Where it only says which act repealed it, that is the day on which
-- this act entered into force, if the edition has the act and the act says the day; else the end of the act's year.
CASE WHEN v.valid_to_estimated THEN coalesce((
    SELECT min(act.valid_from)
    FROM document repealing
    JOIN version act ON act.document_id = repealing.id
    WHERE repealing.corpus_id = v.corpus_id AND repealing.key = v.repealed_by
      AND NOT act.valid_from_estimated
      AND act.from_edition <= %(edition)s
      AND (act.to_edition IS NULL OR act.to_edition > %(edition)s)
), v.valid_to) ELSE v.valid_to END
