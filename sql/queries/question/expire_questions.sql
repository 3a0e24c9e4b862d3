-- Delete the questions to a corpus that are older than its days.
DELETE FROM question
WHERE corpus_id = %(corpus)s AND asked_at < now() - make_interval(days => %(days)s)
