SELECT name, identity, dimension FROM backend ORDER BY name
