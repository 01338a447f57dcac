import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { fillTemplate } from './fill-template.ts'
import { type Cluster, getPort, makeStoreOptions, storeBucket } from './layout.ts'
import { programs } from './packages.ts'
import { startProcess } from './processes.ts'
import { askStatus, waitUntil } from './until.ts'
import { getUser, makeFolderFor, writeFor } from './users.ts'

const execute = promisify(execFile)
const kinds = ['account', 'container', 'object'] as const

/** How much of the disk stays free; with all of it the store is full. */
export const usualReserve = '1%'

/** Swift with its S3 interface, one copy of everything, behind HAProxy; and the bucket. */
export async function startStore(cluster: Cluster): Promise<void> {
  const folder = join(cluster.folder, 'swift')
  await makeFolderFor(getUser('swift'), join(folder, 'devices', 'one'))
  for (const kind of kinds) {
    await makeRing(cluster, kind)
    await startStorageServer(cluster, kind)
  }
  await startProcess(cluster, {
    name: 'memcached',
    user: getUser('memcache'),
    command: programs.memcached,
    arguments: ['-l', '127.0.0.1', '-p', String(getPort(cluster, 'cache')), '-U', '0', '-m', '16'],
  })
  await startSwift(cluster)
  await startRoute(cluster)
  const isUp = async () => (await askStatus(getPort(cluster, 'store'), '/healthcheck')) === 200
  await waitUntil('the store answers', isUp)
  await waitUntil('the bucket is made', () => makeBucket(cluster))
}

async function makeRing(cluster: Cluster, kind: (typeof kinds)[number]): Promise<void> {
  const { uid, gid } = getUser('swift')
  const folder = join(cluster.folder, 'swift')
  const isThere = await access(join(folder, `${kind}.ring.gz`)).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await makeFolderFor(getUser('swift'), folder)
  await makeFolderFor(getUser('swift'), join(folder, 'devices'))
  const builder = join(folder, `${kind}.builder`)
  // 2^6 parts, one copy each, and an hour between two moves of a part.
  for (const words of [
    ['create', '6', '1', '1'],
    ['add', `r1z1-127.0.0.1:${getPort(cluster, kind)}/one`, '1'],
    ['rebalance'],
  ])
    await execute(programs.ring, [builder, ...words], {
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
      cwd: folder,
    })
}

/** Starts one of the three servers behind Swift's proxy; the object server keeps `reserve` of the disk free. */
export async function startStorageServer(
  cluster: Cluster,
  kind: (typeof kinds)[number],
  reserve = usualReserve,
): Promise<void> {
  const user = getUser('swift')
  const folder = join(cluster.folder, 'swift')
  const file = join(folder, `${kind}.conf`)
  const values = {
    PORT: getPort(cluster, kind),
    USER: user.name,
    FOLDER: folder,
    ...(kind === 'object' ? { RESERVE: reserve } : {}),
  }
  await writeFor(user, file, await fillTemplate(`swift-${kind}.conf`, values))
  await startProcess(cluster, {
    name: `swift-${kind}`,
    user,
    command: programs.swift[kind],
    arguments: [file, '--verbose'],
  })
}

/** Starts Swift's proxy, which speaks S3. */
export async function startSwift(cluster: Cluster): Promise<void> {
  const user = getUser('swift')
  const folder = join(cluster.folder, 'swift')
  const file = join(folder, 'proxy.conf')
  const values = {
    SWIFT_PORT: getPort(cluster, 'swift'),
    USER: user.name,
    FOLDER: folder,
    STORE_PASSWORD: cluster.passwords.store,
    CACHE_PORT: getPort(cluster, 'cache'),
  }
  await writeFor(user, file, await fillTemplate('swift-proxy.conf', values))
  await startProcess(cluster, {
    name: 'swift-proxy',
    user,
    command: programs.swift.proxy,
    arguments: [file, '--verbose'],
  })
}

async function startRoute(cluster: Cluster): Promise<void> {
  const user = getUser('haproxy')
  const folder = join(cluster.folder, 'haproxy-store')
  const file = join(folder, 'haproxy.cfg')
  const values = {
    FOLDER: folder,
    STORE_PORT: getPort(cluster, 'store'),
    SWIFT_PORT: getPort(cluster, 'swift'),
  }
  await writeFor(user, file, await fillTemplate('haproxy-store.cfg', values))
  await startProcess(cluster, {
    name: 'haproxy-store',
    user,
    command: programs.haproxy,
    arguments: ['-db', '-f', file],
  })
}

async function makeBucket(cluster: Cluster): Promise<boolean> {
  const { bucket: _, ...options } = makeStoreOptions(cluster)
  const client = new S3Client({ ...options, forcePathStyle: true })
  try {
    await client.send(new CreateBucketCommand({ Bucket: storeBucket }))
    return true
  } catch (error) {
    return error instanceof Error && ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(error.name)
  } finally {
    client.destroy()
  }
}
