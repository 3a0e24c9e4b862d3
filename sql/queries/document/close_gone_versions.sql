-- Files that left the source leave the edition; what only this unpublished edition had leaves altogether.
WITH gone AS (SELECT unnest(%(sources)s::text[]) AS source),
unseen AS (
    DELETE FROM version v USING gone
    WHERE v.corpus_id = %(corpus)s AND v.source = gone.source AND v.to_edition IS NULL AND v.from_edition = %(edition)s
),
closed AS (
    UPDATE version v SET to_edition = %(edition)s FROM gone
    WHERE v.corpus_id = %(corpus)s AND v.source = gone.source AND v.to_edition IS NULL AND v.from_edition < %(edition)s
)
DELETE FROM source_file f USING gone WHERE f.corpus_id = %(corpus)s AND f.source = gone.source
