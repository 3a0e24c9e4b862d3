-- Lock an edition until the transaction ends; no row if this run does not build it any more, or was recorded as lost.
SELECT number FROM edition
WHERE corpus_id = %(corpus)s AND number = %(edition)s AND state = 'building' AND run_id = %(run)s
  AND EXISTS (SELECT FROM run WHERE id = run_id AND run.state = 'running')
FOR UPDATE
