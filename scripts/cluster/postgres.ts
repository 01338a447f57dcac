import { join } from 'node:path'
import pg from 'pg'
import { fillTemplate } from './fill-template.ts'
import { type Cluster, getPort, type Node, nodes, toDatabaseUrl } from './layout.ts'
import { programs } from './packages.ts'
import { startProcess } from './processes.ts'
import { askStatus, waitUntil } from './until.ts'
import { getUser, makeFolderFor, writeFor } from './users.ts'

const scope = 'assent'

/** Three members of etcd, and a PostgreSQL under Patroni for each, one of which is the primary and has another follow it in step. */
export async function startDatabase(cluster: Cluster): Promise<void> {
  for (const node of nodes) await startEtcd(cluster, node)
  await waitUntil(
    'etcd has a leader',
    async () => (await askStatus(getPort(cluster, 'etcd'), '/health')) === 200,
  )
  for (const node of nodes) await startPatroni(cluster, node)
  await startRoute(cluster)
  await waitUntil('PostgreSQL has a primary and a node in step', () => isInStep(cluster))
  await makeRoles(cluster)
}

async function startEtcd(cluster: Cluster, node: Node): Promise<void> {
  const user = getUser('etcd')
  const folder = join(cluster.folder, `etcd-${node}`)
  const file = join(folder, 'etcd.yaml')
  const values = {
    NAME: node,
    FOLDER: folder,
    SCOPE: scope,
    MEMBERS: nodes.map((one) => `${one}=http://127.0.0.1:${getPort(cluster, 'etcdPeer', one)}`).join(','),
    CLIENT_PORT: getPort(cluster, 'etcd', node),
    PEER_PORT: getPort(cluster, 'etcdPeer', node),
  }
  await writeFor(user, file, await fillTemplate('etcd.yaml', values))
  await makeFolderFor(user, join(folder, 'data'))
  await startProcess(cluster, {
    name: `etcd-${node}`,
    user,
    command: programs.etcd,
    arguments: ['--config-file', file],
  })
}

/** Starts the Patroni of a node, which starts its PostgreSQL. */
export async function startPatroni(cluster: Cluster, node: Node): Promise<void> {
  const user = getUser('postgres')
  const folder = getFolder(cluster, node)
  const file = join(folder, 'patroni.yaml')
  const { superuser, replication, rewind } = cluster.passwords
  const values = {
    SCOPE: scope,
    NAME: node,
    FOLDER: folder,
    REST_PORT: getPort(cluster, 'patroni', node),
    DATABASE_PORT: getPort(cluster, 'database', node),
    ETCD_HOSTS: nodes.map((one) => `127.0.0.1:${getPort(cluster, 'etcd', one)}`).join(','),
    POSTGRESQL_PROGRAMS: programs.postgresql,
    SUPERUSER_PASSWORD: superuser,
    REPLICATION_PASSWORD: replication,
    REWIND_PASSWORD: rewind,
  }
  await writeFor(user, file, await fillTemplate('patroni.yaml', values))
  await startProcess(cluster, {
    name: `patroni-${node}`,
    user,
    command: programs.patroni,
    arguments: [file],
    environment: { HOME: folder },
  })
}

/** Where a node's PostgreSQL lives. */
export function getFolder(cluster: Cluster, node: Node): string {
  return join(cluster.folder, `postgres-${node}`)
}

async function startRoute(cluster: Cluster): Promise<void> {
  const user = getUser('haproxy')
  const file = join(cluster.folder, 'haproxy-database', 'haproxy.cfg')
  const servers = nodes.map(
    (node) =>
      `  server ${node} 127.0.0.1:${getPort(cluster, 'database', node)} check port ${getPort(cluster, 'patroni', node)}`,
  )
  const values = { PRIMARY_PORT: getPort(cluster, 'primary'), SERVERS: servers.join('\n') }
  await writeFor(user, file, await fillTemplate('haproxy-database.cfg', values))
  await startProcess(cluster, {
    name: 'haproxy-database',
    user,
    command: programs.haproxy,
    arguments: ['-db', '-f', file],
  })
}

/** Which node is the primary at this moment, by its own word; null while there is none. */
export async function findPrimary(cluster: Cluster): Promise<Node | null> {
  for (const node of nodes)
    if ((await askStatus(getPort(cluster, 'patroni', node), '/primary')) === 200) return node
  return null
}

/** Whether a primary serves, another node is in step with it, and `followers` follow in all. */
export async function isInStep(cluster: Cluster, followers = 1): Promise<boolean> {
  const rows = await asSuperuser(cluster, 'postgres', (client) =>
    client.query<{ sync_state: string }>(
      "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' AND application_name IN ('a', 'b', 'c')",
    ),
  )
  return rows.rows.length >= followers && rows.rows.some(({ sync_state }) => sync_state === 'sync')
}

/** The two roles and the database of docs/operations.md, unless they are there. */
async function makeRoles(cluster: Cluster): Promise<void> {
  await asSuperuser(cluster, 'postgres', async (client) => {
    const { rows } = await client.query("SELECT FROM pg_database WHERE datname = 'assent'")
    if (rows.length > 0) return
    for (const [role, password] of [
      ['assent', cluster.passwords.owner],
      ['assent_server', cluster.passwords.server],
    ] as const) {
      await client.query(`DROP ROLE IF EXISTS ${role}`)
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
    }
    await client.query('REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC')
    // A former primary looks there for where it went astray before it follows the new one.
    await client.query('GRANT CONNECT ON DATABASE postgres TO rewinder, replicator')
    // Last: where it is, everything before it is.
    await client.query('CREATE DATABASE assent OWNER assent')
  })
}

/** Asks something as PostgreSQL's superuser, at the address of the primary. */
async function asSuperuser<T>(
  cluster: Cluster,
  database: 'postgres' | 'assent',
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(toDatabaseUrl(cluster, 'postgres'))
  url.pathname = database
  const client = new pg.Client({
    connectionString: url.href,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
