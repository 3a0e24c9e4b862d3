-- Lock an edition until the transaction ends; no row if this run does not build it any more.
SELECT number FROM edition
WHERE corpus_id = %(corpus)s AND number = %(edition)s AND state = 'building' AND run_id = %(run)s
FOR UPDATE
