import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/server/platform/clock/index.ts'
import type { Served } from '../../src/server/testing/people.ts'
import { inProject } from '../lib/project.mjs'

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

const passwordNames = ['superuser', 'replication', 'rewind', 'owner', 'server', 'store'] as const

/** A cluster that runs as long as the script that started it. */
export type Cluster = {
  folder: string
  firstPort: number
  passwords: Record<(typeof passwordNames)[number], string>
  /** More variables for Assent. */
  assent: Record<string, string>
  /** What was started, the first first. */
  running: Map<string, ChildProcess>
}

/**
 * A new folder and new passwords. All users may enter the folder, since each engine has its own; what is in it is for
 * one user alone.
 */
export async function makeCluster(firstPort: number, assent: Cluster['assent'] = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-cluster-'))
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'log'))
  const passwords = passwordNames.map((name) => [name, randomBytes(24).toString('hex')])
  return { folder, firstPort, passwords: Object.fromEntries(passwords), assent, running: new Map() }
}

/** The port of a part; of the one on a node where there are three. */
export function getPort({ firstPort }: Cluster, part: keyof typeof offsets, node: Node = 'a'): number {
  return firstPort + offsets[part] + nodes.indexOf(node)
}

/** A database as the serving role or the superuser reaches it, through the address of the primary. */
export function toDatabaseUrl(cluster: Cluster, role: 'assent_server' | 'postgres'): string {
  const { server, superuser } = cluster.passwords
  const [password, name] = role === 'postgres' ? [superuser, 'postgres'] : [server, 'assent']
  return `postgresql://${role}:${password}@127.0.0.1:${getPort(cluster, 'primary')}/${name}`
}

/** What a cluster is made of: the package of Debian 12, and where it has the program. */
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

/** What is missing on this machine and how to get it, in one sentence; null when a cluster can be brought up. */
export function findReasonNotToRun(isThere: (file: string) => boolean = existsSync): string | null {
  const missing = Object.values(packages).flatMap(([name, file]) => (isThere(file) ? [] : [name]))
  if (missing.length === 0) return null
  return `A cluster needs packages of Debian 12 that are missing here: ${missing.join(', ')}. As root: apt-get install --no-install-recommends ${missing.join(' ')}`
}

/** A file of deploy/cluster with every `${NAME}` replaced. Throws when a name has no value, or a value no place. */
export async function fillTemplate(name: string, values: Record<string, string | number>): Promise<string> {
  const text = await readFile(inProject('deploy', 'cluster', name), 'utf8')
  const used = new Set<string>()
  const filled = text.replace(/\$\{([A-Z_]+)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} names ${key}, which has no value`)
    used.add(key)
    return String(value)
  })
  const unused = Object.keys(values).filter((key) => !used.has(key))
  if (unused.length > 0) throw new Error(`${name} has no place for ${unused.join(', ')}`)
  return filled
}

/** `environment` is all that it finds in its environment. */
export type Program = {
  name: string
  user: User
  command: string
  arguments: string[]
  environment?: Record<string, string>
}

/** Starts a program; what it says goes to `log/NAME.log`. */
export async function startProcess({ folder, running }: Cluster, program: Program): Promise<void> {
  const log = openSync(join(folder, 'log', `${program.name}.log`), 'a', 0o600)
  const child = spawn(program.command, program.arguments, {
    cwd: '/',
    // Ctrl-C is for the script alone, which stops them in order.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...program.environment },
    ...(process.getuid?.() === 0 ? { uid: program.user.uid, gid: program.user.gid } : {}),
  })
  closeSync(log)
  await once(child, 'spawn')
  running.set(program.name, child)
}

/** Asks a process to end, and waits until it has; it is killed after `patienceMs`. No error when it has ended. */
export async function stopProcess({ running }: Cluster, name: string, patienceMs = 60_000): Promise<void> {
  const child = running.get(name)
  running.delete(name)
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // A process that was sent SIGSTOP takes no other signal.
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(timer)
}

/** Who runs a process. */
export type User = { name: string; uid: number; gid: number }

/** The user that an engine's package made for it, where we may become it; otherwise our own. */
export function getUser(name: 'etcd' | 'postgres' | 'haproxy' | 'memcache' | 'swift' | 'self'): User {
  const { username, uid, gid } = userInfo()
  if (uid !== 0 || name === 'self') return { name: username, uid, gid }
  const [, , id, group] = spawnSync('getent', ['passwd', name], { encoding: 'utf8' }).stdout.split(':')
  if (!id || !group) throw new Error(`there is no user ${name}`)
  return { name, uid: Number(id), gid: Number(group) }
}

/** Makes a folder that is for one user alone. */
export async function makeFolderFor({ uid, gid }: User, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)
}

/** Writes a file that one user alone can read, in a folder of theirs. */
export async function writeFor(user: User, file: string, text: string): Promise<void> {
  await makeFolderFor(user, dirname(file))
  await writeFile(file, text, { mode: 0o600 })
  await chown(file, user.uid, user.gid)
}

/**
 * Asks again until the answer is yes. Throws, naming `what` did not come, after `patienceMs`. What throws counts as no.
 */
export async function waitUntil(
  what: string,
  isTrue: () => Promise<boolean>,
  patienceMs = 120_000,
): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > end) throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
    await wait(100)
  }
}

/** The status that an address on loopback answers within a moment; 0 when it does not. */
export async function askStatus(port: number, path: string): Promise<number> {
  const asked = fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) })
  const answer = await asked.catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

/** The product at an origin, as the people of the tests talk to it. */
export function reach(origin: string, timeoutMs: number): Served {
  const request = (path: string, init?: RequestInit) =>
    fetch(new URL(path, origin), { ...init, signal: AbortSignal.timeout(timeoutMs) })
  return { clock: systemClock, app: { request } }
}

/** Runs `npm run restore:check` with this environment alone. */
export function checkRestore(environment: Record<string, string>) {
  const env = { PATH: '/usr/bin:/bin', ...environment }
  return spawnSync(process.execPath, [inProject('scripts', 'check-restore.ts')], { env, encoding: 'utf8' })
}
