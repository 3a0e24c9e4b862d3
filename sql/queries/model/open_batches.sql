-- The batches of a model that hold requests of a corpus and have a name at the service.
SELECT b.id, b.service_id
FROM model_batch b
WHERE b.model = %(model)s AND b.service_id IS NOT NULL
  AND EXISTS (SELECT FROM model_request r WHERE r.batch = b.id AND r.corpus = %(corpus)s)
ORDER BY b.id
