import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './layout.ts'
import type { User } from './users.ts'

/** A process by its id and by when it was started, since ids come again. */
type Recorded = { name: string; pid: number; startedAt: string; order: number }

/** What a process of the cluster is started with. */
export type Program = {
  name: string
  user: User
  command: string
  arguments: string[]
  /** All that it finds in its environment. */
  environment?: Record<string, string>
}

const run = (cluster: Cluster) => join(cluster.folder, 'run')

/** Starts a program that outlives us, unless it is there already; what it says goes to `log/NAME.log`. Answers whether it was started. */
export async function startProcess(cluster: Cluster, program: Program): Promise<boolean> {
  const recorded = await readRecorded(cluster)
  if (recorded.some(({ name }) => name === program.name)) return false
  for (const folder of ['run', 'log']) mkdirSync(join(cluster.folder, folder), { recursive: true })
  const log = openSync(join(cluster.folder, 'log', `${program.name}.log`), 'a', 0o600)
  const child = spawn(program.command, program.arguments, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', ...program.environment },
    ...(process.getuid?.() === 0 ? { uid: program.user.uid, gid: program.user.gid } : {}),
  })
  closeSync(log)
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  child.unref()
  const pid = child.pid ?? 0
  const order = Math.max(0, ...recorded.map((one) => one.order)) + 1
  const fields = { name: program.name, pid, startedAt: (await findStart(pid)) ?? '', order }
  await writeFile(join(run(cluster), `${program.name}.json`), JSON.stringify(fields))
  return true
}

/** The living processes of the cluster, the first started first; forgets those that ended. */
export async function readRecorded(cluster: Cluster): Promise<Recorded[]> {
  const names = await readdir(run(cluster)).catch(() => [])
  const living: Recorded[] = []
  for (const file of names) {
    const recorded = JSON.parse(await readFile(join(run(cluster), file), 'utf8')) as Recorded
    if ((await findStart(recorded.pid)) === recorded.startedAt) living.push(recorded)
    else await rm(join(run(cluster), file))
  }
  return living.sort((a, b) => a.order - b.order)
}

/** The process id of a living process; throws when it is not there. */
export async function readPid(cluster: Cluster, name: string): Promise<number> {
  const found = (await readRecorded(cluster)).find((recorded) => recorded.name === name)
  if (!found) throw new Error(`${name} does not run`)
  return found.pid
}

/** Asks a process to end, and waits until it has; whoever takes longer than `patienceMs` is killed. No error when it is not there. */
export async function stopProcess(cluster: Cluster, name: string, patienceMs = 60_000): Promise<void> {
  const found = (await readRecorded(cluster)).find((recorded) => recorded.name === name)
  if (!found) return
  // One that stands still takes no other signal.
  send(found.pid, 'SIGCONT')
  send(found.pid, 'SIGTERM')
  const until = Date.now() + patienceMs
  while ((await findStart(found.pid)) === found.startedAt) {
    if (Date.now() > until) send(found.pid, 'SIGKILL')
    await wait(50)
  }
}

/** Sends a signal to a process that may be gone. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** When a process was started, in ticks since the machine was (proc(5), field 22); null when there is none, or only what its parent has not yet asked about. */
export async function findStart(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && fields[0] !== 'Z' ? (fields[19] ?? null) : null
}
