import type pg from 'pg'

/**
 * What every role of a new PostgreSQL may do and nobody needs here, taken away by the superuser: large objects, which would be rows outside of
 * every table, and connections to the other databases of the cluster. `admin` is connected to the product's database.
 */
export async function restrictCluster(admin: pg.Client): Promise<void> {
  const functions = await admin.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = 'pg_catalog'::regnamespace AND (proname LIKE 'lo\\_%' OR proname IN ('loread', 'lowrite'))
       AND has_function_privilege('public', oid, 'EXECUTE')`,
  )
  for (const { name } of functions.rows) await admin.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`)
  const databases = await admin.query<{ name: string }>(
    `SELECT quote_ident(datname) AS name FROM pg_database
     WHERE datname <> current_database() AND has_database_privilege('public', oid, 'CONNECT, TEMPORARY')`,
  )
  for (const { name } of databases.rows)
    await admin.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
}
