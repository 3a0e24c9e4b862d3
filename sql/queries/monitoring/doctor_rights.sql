-- The rights that a run needs in this database; null if the schema does not exist yet.
SELECT to_regnamespace('piperoll') IS NOT NULL AS made,
       has_database_privilege(current_database(), 'CREATE') AS may_create_schema,
       has_schema_privilege(to_regnamespace('piperoll')::oid, 'USAGE') AS may_read,
       has_schema_privilege(to_regnamespace('piperoll')::oid, 'CREATE') AS may_create_tables,
       has_table_privilege(to_regclass('piperoll.run')::oid, 'INSERT') AS may_write
