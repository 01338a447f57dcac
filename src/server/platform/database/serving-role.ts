import pg from 'pg'
import { type Logins, migrationLock, runAsRole } from './migrate.ts'

/** The schemas whose tables the product uses: its own and the job queue's. */
const schemas = ['public', 'graphile_worker']

/** Tables that only the owner writes: the applied migrations, of the product and of the job queue. */
const ownersTables = ['schema_migrations', 'migrations']

/**
 * Tables that protect evidence from being destroyed. A row ends by its own column, and is deleted only with its
 * verification.
 */
const heldTables = ['legal_holds']

type Relation = {
  name: string
  kind: 'r' | 'v' | 'S'
  appendOnly: boolean
  owners: boolean
  unruled: boolean
}

/**
 * Grants the serving role its rights on every existing table, so that migrations don't have to. It may read, insert,
 * update and delete rows, but in a table with a trigger named `…_append_only` only read and insert. It may not alter or
 * truncate a table. Does nothing when one role both serves and owns. (Default privileges would leave a new append-only
 * table open until its rights are revoked.)
 *
 * The serving role may not create anything either, not even temporary tables, as far as the owner can prevent it.
 * Rights that only a superuser can revoke are revoked in `restrictCluster`, or by the administrator
 * (docs/operations.md).
 *
 * Returns whether the evidence is out of the serving role's reach: false when that role has any right to update or
 * delete rows of an append-only table.
 */
export async function restrictServingRole({
  connectionString,
  ownerConnectionString,
}: Logins): Promise<boolean> {
  const { role, ownsTables } = await runAsRole(connectionString, readServingRole)
  if (connectionString !== ownerConnectionString && !ownsTables) {
    await runAsRole(ownerConnectionString, (owner) => grantRights(owner, pg.escapeIdentifier(role)))
  }
  return runAsRole(connectionString, cannotChangeEvidence)
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

/**
 * Grants all rights in one transaction, so that serving processes always have them. Processes that start together wait
 * for each other.
 */
async function grantRights(owner: pg.Client, role: string): Promise<void> {
  await owner.query('BEGIN')
  await owner.query('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await revokeCreation(owner, role)
  for (const schema of schemas) await owner.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`)
  for (const relation of await listRelations(owner)) {
    await owner.query(`REVOKE ALL ON ${relation.name} FROM ${role}`)
    await owner.query(`GRANT ${writeRights(relation)} ON ${relation.name} TO ${role}`)
    // Row-level security shows the queue's rows only to its owner, until a policy opens them to roles with the rights
    // above.
    if (relation.unruled) await owner.query(`CREATE POLICY serving ON ${relation.name} USING (true)`)
  }
  await owner.query('COMMIT')
}

/** Revokes the rights of PUBLIC, and of the role, to create objects in this database and in the owner's schemas. */
async function revokeCreation(owner: pg.Client, role: string): Promise<void> {
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
