-- Has any version of the edition this field in its metadata? Has any chunk of one?
SELECT EXISTS (
    SELECT FROM version v
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
      AND v.metadata ? %(key)s
), EXISTS (
    SELECT FROM version v
    JOIN chunk c ON c.version_id = v.id
    WHERE v.corpus_id = %(corpus)s
      AND v.from_edition <= %(edition)s AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
      AND {chunk_metadata} ? %(key)s
)
