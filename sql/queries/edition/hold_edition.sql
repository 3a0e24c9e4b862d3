-- Held until the end of the transaction, if this run still builds the edition.
SELECT number FROM edition
WHERE corpus_id = %(corpus)s AND number = %(edition)s AND state = 'building' AND run_id = %(run)s
FOR UPDATE
