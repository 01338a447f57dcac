import pg from 'pg'
import { migrationLock } from './migrate.ts'

/** Two logins of one database. Both are the same where there is only one. */
export type Logins = {
  /** The role that serves: it reads and writes rows. */
  connectionString: string
  /** The role that owns the schema: it migrates. */
  ownerConnectionString: string
}

/** The PostgreSQL that serves: what `server_version` says, and whether its programs are the machine's, the packages', or somewhere else. */
export type DatabaseServer = { version: string; origin: 'machine' | 'package' | 'DATABASE_URL' }

/** The schemas whose tables the product uses: its own and the job queue's. */
const schemas = ['public', 'graphile_worker']

/** What only the owner writes: which migrations landed, and whether the database was moved. */
const ownersTables = ['schema_migrations', 'migrations']

/** What keeps evidence from being destroyed: it ends by its own row, and goes with its verification alone. */
const heldTables = ['legal_holds']

type Relation = {
  name: string
  kind: 'r' | 'v' | 'S'
  appendOnly: boolean
  owners: boolean
  unruled: boolean
}

/**
 * Gives the role that serves what serving takes, on every table there is now, so that no migration has to: rows may be read, added, changed
 * and removed, but in a table with a trigger named `…_append_only` only read and added. It may change no table and empty none. Nothing
 * happens where one role does both. (Default privileges would open a new append-only table until somebody closed it.) It makes nothing of its own either, not even a table for the moment, as far as the
 * owner may see to that: what only a superuser can take away is taken in `restrictCluster`, or by the administrator (docs/operations.md).
 *
 * Answers whether the evidence is out of the serving role's reach: false when that role, by whatever right, may change or remove rows of an
 * append-only table.
 */
export async function restrictServing({ connectionString, ownerConnectionString }: Logins): Promise<boolean> {
  const { role, ownsTables } = await workAsRole(connectionString, readServingRole)
  if (connectionString !== ownerConnectionString && !ownsTables) {
    await workAsRole(ownerConnectionString, (owner) => grant(owner, pg.escapeIdentifier(role)))
  }
  return workAsRole(connectionString, cannotChangeEvidence)
}

async function workAsRole<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'assent roles' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function readServingRole(client: pg.Client): Promise<{ role: string; ownsTables: boolean }> {
  const { rows } = await client.query<{ role: string; ownsTables: boolean }>(
    `SELECT current_user AS role, EXISTS (
       SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND pg_has_role(current_user, relowner, 'MEMBER')
     ) AS "ownsTables"`,
  )
  const [row] = rows
  if (!row) throw new Error('the server did not say who serves')
  return row
}

/** All rights at once, so that nobody who serves meanwhile is without them. Processes that start together wait for each other. */
async function grant(owner: pg.Client, role: string): Promise<void> {
  await owner.query('BEGIN')
  await owner.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await keepFromMaking(owner, role)
  for (const schema of schemas) await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`)
  for (const relation of await listRelations(owner)) {
    await owner.query(`REVOKE ALL ON ${relation.name} FROM ${role}`)
    await owner.query(`GRANT ${writeRights(relation)} ON ${relation.name} TO ${role}`)
    // The queue shows its rows to its owner only, unless a policy says otherwise: then to whoever has the rights above.
    if (relation.unruled) await owner.query(`CREATE POLICY serving ON ${relation.name} USING (true)`)
  }
  await owner.query('COMMIT')
}

/** Takes what is granted to everybody, and to the role, of making things in this database and in the schemas that the owner owns. */
async function keepFromMaking(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ database: string | null }>(
    `SELECT CASE WHEN pg_has_role(datdba, 'USAGE') THEN quote_ident(datname) END AS database
     FROM pg_database WHERE datname = current_database()`,
  )
  const database = rows[0]?.database
  if (database) await owner.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${role}`)
  const owned = await owner.query<{ name: string }>(
    `SELECT oid::regnamespace::text AS name FROM pg_namespace WHERE nspname = ANY ($1) AND pg_has_role(nspowner, 'USAGE')`,
    [schemas],
  )
  for (const { name } of owned.rows) await owner.query(`REVOKE CREATE ON SCHEMA ${name} FROM PUBLIC, ${role}`)
}

async function listRelations(owner: pg.Client): Promise<Relation[]> {
  const { rows } = await owner.query<Relation>(
    `SELECT c.oid::regclass::text AS name, c.relkind AS kind, c.relname = ANY ($2) AS owners,
       EXISTS (SELECT FROM pg_trigger WHERE tgrelid = c.oid AND tgname LIKE '%\\_append\\_only') AS "appendOnly",
       c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid AND polname = 'serving') AS unruled
     FROM pg_class c WHERE c.relnamespace = ANY ($1::regnamespace[]) AND c.relkind IN ('r', 'v', 'S')`,
    [schemas, ownersTables],
  )
  return rows
}

function writeRights({ name, kind, appendOnly, owners }: Relation): string {
  if (kind === 'S') return 'USAGE'
  if (kind === 'v' || owners) return 'SELECT'
  if (heldTables.includes(name)) return 'SELECT, INSERT, UPDATE'
  return appendOnly ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE'
}

async function cannotChangeEvidence(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
       WHERE tgname LIKE '%\\_append\\_only' AND (
         has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') OR has_any_column_privilege(c.oid, 'UPDATE')
         OR pg_has_role(current_user, c.relowner, 'MEMBER'))
     ) AS found`,
  )
  return rows[0]?.found === false
}
