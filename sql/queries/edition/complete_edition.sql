-- Mark an edition as built; it becomes the newest edition of the corpus.
WITH done AS (
    UPDATE edition
    SET state = 'built', built_at = now(), counts = %(counts)s, manifest = %(manifest)s
    WHERE corpus_id = %(corpus)s AND number = %(edition)s
)
UPDATE corpus SET built_edition = %(edition)s WHERE id = %(corpus)s
