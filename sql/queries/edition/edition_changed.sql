-- True if an edition differs from the one before it.
SELECT EXISTS (
    SELECT FROM version
    WHERE corpus_id = %(corpus)s AND (from_edition = %(edition)s OR to_edition = %(edition)s)
)
