import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { raw } from 'sql-template-tag'
import { type Database, sql } from '../../src/server/platform/database/index.ts'
import { ensureSecret } from '../../src/server/platform/keys/index.ts'
import { makeSecret, secretFiles } from '../../src/server/secrets.ts'
import { buildWhatChanged } from '../lib/build-what-changed.mjs'
import { node as nodeProgram } from '../lib/install.mjs'
import { inProject } from '../lib/project.mjs'
import { serverMemory, serverProgram } from '../lib/server-program.mjs'
import { waitUntil } from '../lib/wait-until.ts'
import { withConnection } from '../lib/with-database.ts'
import {
  askStatus,
  type Cluster,
  fillTemplate,
  getPort,
  getProgram,
  getUser,
  makeFolderFor,
  type Node,
  nodes,
  type Program,
  startProcess,
  stopProcess,
  toDatabaseUrl,
  writeFor,
} from './cluster.ts'

const execute = promisify(execFile)

/** Starts every part, and resolves when the cluster serves requests. */
export async function bringUp(cluster: Cluster): Promise<void> {
  await buildWhatChanged()
  console.log(`Logs are in ${cluster.folder}/log.`)
  console.log('Starting three PostgreSQL nodes under Patroni ...')
  await startDatabase(cluster)
  console.log('Starting the S3 server ...')
  await startStore(cluster)
  console.log('Starting three Assent processes ...')
  await startAssent(cluster)
  console.log(`The cluster is ready at http://localhost:${getPort(cluster, 'people')}`)
}

/** Stops every part in the reverse order of its start, and removes the folder. */
export async function bringDown(cluster: Cluster): Promise<void> {
  for (const prefix of ['haproxy-web', 'assent-', 'patroni-', '']) {
    const names = [...cluster.running.keys()].filter((name) => name.startsWith(prefix))
    await Promise.all(names.map((name) => stopProcess(cluster, name)))
  }
  await rm(cluster.folder, { recursive: true, force: true })
}

/** Writes the filled template to the program's folder and starts the program with it. */
async function startFrom(
  cluster: Cluster,
  template: string,
  program: Omit<Program, 'user' | 'arguments'> & {
    user: Parameters<typeof getUser>[0]
    folder: string
    values: Record<string, string | number>
    arguments(file: string): string[]
  },
): Promise<void> {
  const user = getUser(program.user)
  const file = join(cluster.folder, program.folder, template)
  await writeFor(user, file, await fillTemplate(template, program.values))
  await startProcess(cluster, { ...program, user, arguments: program.arguments(file) })
}

function startBalancer(cluster: Cluster, name: string, values: Record<string, string | number>) {
  return startFrom(cluster, `${name}.cfg`, {
    name,
    user: 'haproxy',
    folder: name,
    values,
    command: getProgram('haproxy'),
    arguments: (file) => ['-db', '-f', file],
  })
}

/** Starts three members of etcd, and three PostgreSQL under Patroni: a primary and at least one synchronous standby. */
async function startDatabase(cluster: Cluster): Promise<void> {
  for (const node of nodes) {
    const folder = join(cluster.folder, `etcd-${node}`)
    await makeFolderFor(getUser('etcd'), join(folder, 'data'))
    await startFrom(cluster, 'etcd.yaml', {
      name: `etcd-${node}`,
      user: 'etcd',
      folder: `etcd-${node}`,
      values: {
        NAME: node,
        FOLDER: folder,
        SCOPE: 'assent',
        MEMBERS: nodes.map((one) => `${one}=http://127.0.0.1:${getPort(cluster, 'etcdPeer', one)}`).join(','),
        CLIENT_PORT: getPort(cluster, 'etcd', node),
        PEER_PORT: getPort(cluster, 'etcdPeer', node),
      },
      command: getProgram('etcd'),
      arguments: (file) => ['--config-file', file],
    })
  }
  const etcd = getPort(cluster, 'etcd')
  await waitUntil('etcd has a leader', async () => (await askStatus(etcd, '/health')) === 200)
  for (const node of nodes) await startPatroni(cluster, node)
  const servers = nodes.map(
    (node) =>
      `  server ${node} 127.0.0.1:${getPort(cluster, 'database', node)} check port ${getPort(cluster, 'patroni', node)}`,
  )
  const values = { PRIMARY_PORT: getPort(cluster, 'primary'), SERVERS: servers.join('\n') }
  await startBalancer(cluster, 'haproxy-database', values)
  await waitUntil('PostgreSQL has a primary and a synchronous standby', () => hasStandby(cluster))
  await makeRoles(cluster)
}

/** Starts the Patroni of a node, which starts its PostgreSQL. */
export async function startPatroni(cluster: Cluster, node: Node): Promise<void> {
  const folder = join(cluster.folder, `postgres-${node}`)
  await startFrom(cluster, 'patroni.yaml', {
    name: `patroni-${node}`,
    user: 'postgres',
    folder: `postgres-${node}`,
    values: {
      SCOPE: 'assent',
      NAME: node,
      FOLDER: folder,
      REST_PORT: getPort(cluster, 'patroni', node),
      DATABASE_PORT: getPort(cluster, 'database', node),
      ETCD_HOSTS: nodes.map((one) => `127.0.0.1:${getPort(cluster, 'etcd', one)}`).join(','),
      POSTGRESQL_PROGRAMS: dirname(getProgram('postgres')),
      SUPERUSER_PASSWORD: cluster.passwords.superuser,
      REPLICATION_PASSWORD: cluster.passwords.replication,
      REWIND_PASSWORD: cluster.passwords.rewind,
    },
    command: getProgram('patroni'),
    arguments: (file) => [file],
    environment: { HOME: folder },
  })
}

/** Whether there is a primary with a synchronous standby. */
async function hasStandby(cluster: Cluster): Promise<boolean> {
  const rows = await asSuperuser(cluster, (database) =>
    database.rows<{ syncState: string }>(sql`
      SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' AND application_name IN ('a', 'b', 'c')`),
  )
  return rows.some(({ syncState }) => syncState === 'sync')
}

/** Creates the two roles and the database of docs/operations.md. */
async function makeRoles(cluster: Cluster): Promise<void> {
  const { owner, server } = cluster.passwords
  await asSuperuser(cluster, async (database) => {
    for (const statement of [
      `CREATE ROLE assent LOGIN PASSWORD '${owner}'`,
      `CREATE ROLE assent_server LOGIN PASSWORD '${server}'`,
      'REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC',
      // pg_rewind and the replication of a former primary connect to this database.
      'GRANT CONNECT ON DATABASE postgres TO rewinder, replicator',
      'CREATE DATABASE assent OWNER assent',
    ])
      await database.run(sql`${raw(statement)}`)
  })
}

const asSuperuser = <T>(cluster: Cluster, work: (database: Database) => Promise<T>) =>
  withConnection(toDatabaseUrl(cluster, 'postgres'), work)

type SwiftKind = 'account' | 'container' | 'object' | 'proxy'

/** Starts Swift with its S3 interface behind HAProxy, with one copy of each object, and creates the bucket. */
async function startStore(cluster: Cluster): Promise<void> {
  const user = getUser('swift')
  const folder = join(cluster.folder, 'swift')
  for (const place of ['', 'devices', 'devices/one']) await makeFolderFor(user, join(folder, place))
  const startSwift = (kind: SwiftKind, values: Record<string, string | number>) =>
    startFrom(cluster, `swift-${kind}.conf`, {
      name: `swift-${kind}`,
      user: 'swift',
      folder: 'swift',
      values: { USER: user.name, FOLDER: folder, ...values },
      command: getProgram(kind),
      arguments: (file) => [file, '--verbose'],
    })
  for (const kind of ['account', 'container', 'object'] as const) {
    await makeRing(cluster, kind, folder)
    await startSwift(kind, { PORT: getPort(cluster, kind) })
  }
  await startProcess(cluster, {
    name: 'memcached',
    user: getUser('memcache'),
    command: getProgram('memcached'),
    arguments: ['-l', '127.0.0.1', '-p', String(getPort(cluster, 'cache')), '-U', '0', '-m', '16'],
  })
  await startSwift('proxy', {
    SWIFT_PORT: getPort(cluster, 'swift'),
    STORE_PASSWORD: cluster.passwords.store,
    CACHE_PORT: getPort(cluster, 'cache'),
  })
  const storePort = getPort(cluster, 'store')
  await startBalancer(cluster, 'haproxy-store', {
    STORE_PORT: storePort,
    SWIFT_PORT: getPort(cluster, 'swift'),
  })
  await waitUntil('the store answers', async () => (await askStatus(storePort, '/healthcheck')) === 200)
  await waitUntil('the bucket exists', () => makeBucket(cluster))
}

async function makeRing(cluster: Cluster, kind: Exclude<SwiftKind, 'proxy'>, folder: string) {
  const { uid, gid } = getUser('swift')
  // 2^6 partitions, one copy each, and at least an hour between two moves of a partition.
  for (const words of [
    ['create', '6', '1', '1'],
    ['add', `r1z1-127.0.0.1:${getPort(cluster, kind)}/one`, '1'],
    ['rebalance'],
  ])
    await execute(getProgram('ring'), [join(folder, `${kind}.builder`), ...words], {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      cwd: folder,
    })
}

async function makeBucket(cluster: Cluster): Promise<boolean> {
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${getPort(cluster, 'store')}`,
    credentials: { accessKeyId: 'assent:documents', secretAccessKey: cluster.passwords.store },
    forcePathStyle: true,
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: 'assent-documents' }))
    return true
  } catch (error) {
    return error instanceof Error && ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name)
  } finally {
    client.destroy()
  }
}

/** Starts three Assent processes and the balancer in front of them. */
async function startAssent(cluster: Cluster): Promise<void> {
  for (const kind of ['signingKeys', 'documentKey', 'sealKey'] as const)
    await ensureSecret(join(cluster.folder, 'keys'), secretFiles[kind], makeSecret[kind])
  for (const node of nodes) await startReplica(cluster, node)
  const servers = nodes.map((node) => `  server ${node} 127.0.0.1:${getPort(cluster, 'assent', node)}`)
  await startBalancer(cluster, 'haproxy-web', {
    PUBLIC_PORT: getPort(cluster, 'people'),
    SERVERS: servers.join('\n'),
  })
  for (const node of nodes) await waitUntil(`assent-${node} is ready`, () => isReady(cluster, node))
  const port = getPort(cluster, 'people')
  await waitUntil('the balancer answers', async () => (await askStatus(port, '/readyz')) === 200)
}

export async function isReady(cluster: Cluster, node: Node): Promise<boolean> {
  return (await askStatus(getPort(cluster, 'assent', node), '/readyz')) === 200
}

/** Starts one Assent process, without waiting until it is ready. */
export async function startReplica(cluster: Cluster, node: Node): Promise<void> {
  await makeFolderFor(getUser('self'), join(cluster.folder, `assent-${node}`, 'data'))
  await startProcess(cluster, {
    name: `assent-${node}`,
    user: getUser('self'),
    command: nodeProgram,
    arguments: serverProgram.map((word) => (word.startsWith('-') ? word : inProject(word))),
    environment: {
      NODE_COMPILE_CACHE: inProject('node_modules/.cache/compiled'),
      ...serverMemory,
      ...(await buildEnvironment(cluster, node)),
    },
  })
}

/** The environment variables of one process, from deploy/cluster/assent.env. */
export async function buildEnvironment(cluster: Cluster, node: Node): Promise<Record<string, string>> {
  const text = await fillTemplate('assent.env', {
    PORT: getPort(cluster, 'assent', node),
    PUBLIC_PORT: getPort(cluster, 'people'),
    PRIMARY_PORT: getPort(cluster, 'primary'),
    STORE_PORT: getPort(cluster, 'store'),
    FOLDER: join(cluster.folder, `assent-${node}`, 'data'),
    KEYS: join(cluster.folder, 'keys'),
    SERVER_PASSWORD: cluster.passwords.server,
    OWNER_PASSWORD: cluster.passwords.owner,
    STORE_PASSWORD: cluster.passwords.store,
  })
  return { ...(parseEnv(text) as Record<string, string>), ...cluster.assent }
}
