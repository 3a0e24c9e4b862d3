-- The embedding backends that have vectors.
SELECT name, identity, dimension FROM backend ORDER BY name
