-- Take a partition over, and return what is to be done. Another worker may have had it and died: twice does no harm.
UPDATE handed_over SET taken_by = %(process)s
WHERE id = %(id)s AND answer IS NULL
RETURNING call
