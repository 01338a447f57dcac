import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** Each of three. */
export const nodes = ['a', 'b', 'c'] as const
export type Node = (typeof nodes)[number]

/** Of each part's port from the first one; where there are three, of the first of them. */
const offsets = {
  people: 0,
  primary: 1,
  store: 2,
  swift: 3,
  account: 4,
  container: 5,
  object: 6,
  assent: 7,
  database: 10,
  patroni: 13,
  etcd: 16,
  etcdPeer: 19,
  cache: 22,
} as const

const kept = z.object({
  firstPort: z.int(),
  passwords: z.object({
    superuser: z.string(),
    replication: z.string(),
    rewind: z.string(),
    owner: z.string(),
    server: z.string(),
    store: z.string(),
  }),
  assent: z.record(z.string(), z.string()),
})

/** A cluster's folder with what was decided when it was made: first port, passwords, more variables for Assent. */
export type Cluster = z.output<typeof kept> & { folder: string }

/** The port of a part; of the one on a node where there are three. */
export function getPort(
  { firstPort }: Pick<Cluster, 'firstPort'>,
  part: keyof typeof offsets,
  node: Node = 'a',
) {
  return firstPort + offsets[part] + nodes.indexOf(node)
}

/** Reads what was decided for a folder; null when no cluster was made there. */
export async function findCluster(folder: string): Promise<Cluster | null> {
  const text = await readFile(join(folder, 'cluster.json'), 'utf8').catch(() => null)
  return text === null ? null : { folder, ...kept.parse(JSON.parse(text)) }
}

/** Decides and keeps what a new cluster needs. Its folder can be entered by all, since each engine has its own user; what is in it cannot. */
export async function makeCluster(
  folder: string,
  { firstPort, assent }: Pick<Cluster, 'firstPort' | 'assent'>,
): Promise<Cluster> {
  const secret = () => randomBytes(24).toString('hex')
  const passwords = {
    superuser: secret(),
    replication: secret(),
    rewind: secret(),
    owner: secret(),
    server: secret(),
    store: secret(),
  }
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'cluster.json'), JSON.stringify({ firstPort, passwords, assent }, null, 2), {
    mode: 0o600,
    flag: 'wx',
  })
  return { folder, firstPort, passwords, assent }
}

/** The database as its owner or as the serving role reaches it, through the address of the primary. */
export function toDatabaseUrl(cluster: Cluster, role: 'assent' | 'assent_server' | 'postgres'): string {
  const { owner, server, superuser } = cluster.passwords
  const password = { assent: owner, assent_server: server, postgres: superuser }[role]
  const name = role === 'postgres' ? 'postgres' : 'assent'
  return `postgresql://${role}:${password}@127.0.0.1:${getPort(cluster, 'primary')}/${name}`
}

export const storeBucket = 'assent-documents'

/** What the S3 client of the product is told of the store. */
export function makeStoreOptions(cluster: Cluster) {
  return {
    bucket: storeBucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${getPort(cluster, 'store')}`,
    credentials: { accessKeyId: 'assent:documents', secretAccessKey: cluster.passwords.store },
  }
}
