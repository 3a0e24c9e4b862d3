-- Has any version of the edition, or any chunk of one, this field in its metadata?
SELECT EXISTS (
    SELECT FROM version v
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
      AND v.metadata ? %(key)s
) OR EXISTS (
    SELECT FROM version v
    JOIN chunk c ON c.version_id = v.id
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
      AND c.metadata ? %(key)s
)
