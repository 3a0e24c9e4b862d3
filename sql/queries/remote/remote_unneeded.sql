-- The keys that a remote index has for nothing.
SELECT DISTINCT l.key
FROM listed_vector l
WHERE NOT EXISTS (SELECT FROM needed_vector n WHERE n.key = l.key)
ORDER BY l.key
