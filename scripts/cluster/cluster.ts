import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { inProject } from '../lib/project.mjs'

export const nodes = ['a', 'b', 'c'] as const
export type Node = (typeof nodes)[number]

/** The offset of each part's port from the first port. A part with three instances uses three consecutive ports. */
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

const passwordNames = ['superuser', 'replication', 'rewind', 'owner', 'server', 'store'] as const

/** A cluster that runs as long as its script. */
export type Cluster = {
  folder: string
  firstPort: number
  passwords: Record<(typeof passwordNames)[number], string>
  /** Additional variables for Assent. */
  assent: Record<string, string>
  /** The running processes, in the order of their start. */
  running: Map<string, ChildProcess>
}

/**
 * Makes a new folder and new passwords. All users may enter the folder, because each program has its own user; each
 * folder in it is private to one user.
 */
export async function makeCluster(firstPort: number, assent: Cluster['assent'] = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-cluster-'))
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'log'))
  const passwords = passwordNames.map((name) => [name, randomBytes(24).toString('hex')])
  return { folder, firstPort, passwords: Object.fromEntries(passwords), assent, running: new Map() }
}

/** The port of a part, or of its instance on a node. */
export function getPort({ firstPort }: Cluster, part: keyof typeof offsets, node: Node = 'a'): number {
  return firstPort + offsets[part] + nodes.indexOf(node)
}

/** The database URL of the serving role or the superuser, through the address of the primary. */
export function toDatabaseUrl(cluster: Cluster, role: 'assent_server' | 'postgres'): string {
  const { server, superuser } = cluster.passwords
  const [password, name] = role === 'postgres' ? [superuser, 'postgres'] : [server, 'assent']
  return `postgresql://${role}:${password}@127.0.0.1:${getPort(cluster, 'primary')}/${name}`
}

/** The parts of a cluster: the package of Debian 12 and the path of its program. */
const packages = {
  etcd: ['etcd-server', '/usr/bin/etcd'],
  patroni: ['patroni', '/usr/bin/patroni'],
  patroniOnEtcd: ['python3-etcd', '/usr/lib/python3/dist-packages/etcd/__init__.py'],
  postgres: ['postgresql-15', '/usr/lib/postgresql/15/bin/postgres'],
  haproxy: ['haproxy', '/usr/sbin/haproxy'],
  proxy: ['swift-proxy', '/usr/bin/swift-proxy-server'],
  account: ['swift-account', '/usr/bin/swift-account-server'],
  container: ['swift-container', '/usr/bin/swift-container-server'],
  object: ['swift-object', '/usr/bin/swift-object-server'],
  memcached: ['memcached', '/usr/bin/memcached'],
  ring: ['python3-swift', '/usr/bin/swift-ring-builder'],
} as const

export const getProgram = (name: keyof typeof packages): string => packages[name][1]

/** A message with the missing packages and how to install them; null if the cluster can run on this machine. */
export function findReasonNotToRun(isThere: (file: string) => boolean = existsSync): string | null {
  const missing = Object.values(packages).flatMap(([name, file]) => (isThere(file) ? [] : [name]))
  if (missing.length === 0) return null
  return `The cluster needs these packages of Debian 12, which are missing: ${missing.join(', ')}. As root: apt-get install --no-install-recommends ${missing.join(' ')}`
}

/** A file of deploy/cluster with every `${NAME}` replaced. Throws if a name has no value or a value is unused. */
export async function fillTemplate(name: string, values: Record<string, string | number>): Promise<string> {
  const text = await readFile(inProject('deploy', 'cluster', name), 'utf8')
  const used = new Set<string>()
  const filled = text.replace(/\$\{([A-Z_]+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`the placeholder ${key} in ${name} has no value`)
    used.add(key)
    return String(value)
  })
  const unused = Object.keys(values).filter((key) => !used.has(key))
  if (unused.length > 0) throw new Error(`${name} has no placeholder for ${unused.join(', ')}`)
  return filled
}

/** A program of the cluster. It gets only `environment`, PATH and LANG as its environment. */
export type Program = {
  name: string
  user: User
  command: string
  arguments: string[]
  environment?: Record<string, string>
}

/** Starts a program; its output goes to `log/NAME.log`. */
export async function startProcess({ folder, running }: Cluster, program: Program): Promise<void> {
  const log = openSync(join(folder, 'log', `${program.name}.log`), 'a', 0o600)
  const child = spawn(program.command, program.arguments, {
    cwd: '/',
    // Ctrl-C must reach only the script, which stops the programs in order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...program.environment },
    ...(process.getuid?.() === 0 ? { uid: program.user.uid, gid: program.user.gid } : {}),
  })
  closeSync(log)
  await once(child, 'spawn')
  running.set(program.name, child)
}

/** Stops a process, and kills it after `timeoutMs`. Does nothing if it has already ended. */
export async function stopProcess({ running }: Cluster, name: string, timeoutMs = 60_000): Promise<void> {
  const child = running.get(name)
  running.delete(name)
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // A process suspended by SIGSTOP doesn't handle SIGTERM.
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await ended
  clearTimeout(timer)
}

/** The operating system user of a process. */
export type User = { name: string; uid: number; gid: number }

/** As root, the user that a program's package created for it; otherwise the current user. */
export function getUser(name: 'etcd' | 'postgres' | 'haproxy' | 'memcache' | 'swift' | 'self'): User {
  const { username, uid, gid } = userInfo()
  if (uid !== 0 || name === 'self') return { name: username, uid, gid }
  const [, , id, group] = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout.split(':')
  if (!id || !group) throw new Error(`the user ${name} does not exist`)
  return { name, uid: Number(id), gid: Number(group) }
}

/** Makes a folder that only one user can access. */
export async function makeFolderFor({ uid, gid }: User, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)
}

/** Writes a file that only one user can read, in a folder of that user. */
export async function writeFor(user: User, file: string, text: string): Promise<void> {
  await makeFolderFor(user, dirname(file))
  await writeFile(file, text, { mode: 0o600 })
  await chown(file, user.uid, user.gid)
}

/** The status of an answer from a loopback address; 0 without an answer within 5 s. */
export async function askStatus(port: number, path: string): Promise<number> {
  const asked = fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) })
  const answer = await asked.catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}
