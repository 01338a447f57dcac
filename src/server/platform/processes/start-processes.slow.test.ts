import { execFile, spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import type { Asked } from '../../testing/asked-process.ts'
import { ProcessNotStarted, type ProcessOptions, startProcesses } from './index.ts'

type Answer = { pid: number }

const asked = new URL('../../testing/asked-process.ts', import.meta.url)
const usual: ProcessOptions = {
  processes: 1,
  maxMs: 60_000,
  idleMs: 60_000,
  maxHeapMb: 64,
  maxMemoryBytes: 1_000_000_000,
  threads: true,
}

const started: { close(): Promise<void> }[] = []
afterEach(() => Promise.all(started.splice(0).map((processes) => processes.close())))

function start(options: Partial<ProcessOptions> = {}, file = asked) {
  const processes = startProcesses<Asked, Answer>(file, { ...usual, ...options })
  started.push(processes)
  return async (to: Asked['to']) => (await processes.ask({ to }, new Uint8Array(), null)).head
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const patience = { timeout: 300_000, interval: 20 }

it('uses up to the maximum number of processes, and reuses them', async () => {
  const ask = start({ processes: 2 })
  const pids = (await Promise.all(Array.from({ length: 6 }, () => ask('answer')))).map(({ pid }) => pid)
  expect(new Set(pids).size).toBe(2)
  expect(pids).toContain((await ask('answer')).pid)
})

it('ends an idle process', async () => {
  const { pid } = await start({ idleMs: 10 })('answer')
  await vi.waitUntil(() => !isThere(pid), patience)
})

it('serves a caller whose process was ended after other callers (ERROR-21)', async () => {
  const processes = startProcesses<Asked, Answer>(asked, { ...usual, maxMs: 3000 })
  started.push(processes)
  const order: string[] = []
  const ask = async (sender: string, to: Asked['to']) => {
    await processes.ask({ to }, new Uint8Array(), { networks: [{ network: sender, shares: 1 }], sender })
    order.push(sender)
  }
  await expect(ask('slow', 'hang')).rejects.toMatchObject({ how: 'hung' })
  // Without the earlier failure, the caller that has waited longest would be next.
  await ask('other', 'answer')
  await Promise.all([ask('first', 'answer'), ask('slow', 'answer'), ask('other', 'answer')])
  expect(order).toEqual(['other', 'first', 'other', 'slow'])
})

it('ends a process that takes too long, and uses another one from then on (UPLOAD-33)', async () => {
  const ask = start({ maxMs: 3000 })
  const { pid } = await ask('answer')
  await expect(ask('hang')).rejects.toMatchObject({ how: 'hung' })
  expect(isThere(pid)).toBe(false)
  expect((await ask('answer')).pid).not.toBe(pid)
})

it('limits CPU time, and wall-clock time for a process that only waits (UPLOAD-35)', async () => {
  const ask = start({ maxMs: 300, timeoutMs: 3000 })
  const before = performance.now()
  await expect(ask('hang')).rejects.toMatchObject({ how: 'hung' })
  expect(performance.now() - before).toBeGreaterThan(2000)
  await expect(start({ maxMs: 300, timeoutMs: 600_000 })('keep busy')).rejects.toMatchObject({ how: 'hung' })
})

it('reports a dead process only to the caller of its request (UPLOAD-33)', async () => {
  const ask = start({ processes: 2 })
  const all = await Promise.allSettled([ask('die'), ask('answer'), ask('die'), ask('answer')])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
  expect(all[0]).toMatchObject({ reason: { how: 'died' } })
})

it('ends a process that exceeds its memory limit (UPLOAD-33)', async () => {
  await expect(start({ maxMemoryBytes: 300_000_000 })('fill')).rejects.toMatchObject({ how: 'died' })
})

it('asks a new process when one exceeds its memory limit because of an earlier question (UPLOAD-33)', async () => {
  const ask = start({ maxMemoryBytes: 300_000_000 })
  const { pid } = await ask('keep memory')
  expect((await ask('answer later')).pid).not.toBe(pid)
})

it('asks at most two processes, the second one new, and reports the death of the second (UPLOAD-33)', async () => {
  const spawned: unknown[] = []
  const note = (child: unknown) => spawned.push(child)
  subscribe('child_process', note)
  try {
    const ask = start()
    await expect(ask('die')).rejects.toMatchObject({ how: 'died' })
    expect(spawned).toHaveLength(2)
    await ask('answer')
    await expect(ask('die')).rejects.toMatchObject({ how: 'died' })
    expect(spawned).toHaveLength(4)
  } finally {
    unsubscribe('child_process', note)
  }
})

it('passes no environment to it, and denies it writing and starting processes (UPLOAD-33)', async () => {
  expect(await start()('break out')).toEqual({
    variables: ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_MAX_', 'MALLOC_TRIM_THRESHOLD_'],
    write: 'ERR_ACCESS_DENIED',
    start: 'ERR_ACCESS_DENIED',
  })
})

it('reports a program that fails to start as not started (UPLOAD-34)', async () => {
  const ask = start({}, new URL('./nothing.ts', import.meta.url))
  await expect(ask('answer')).rejects.toThrow(ProcessNotStarted)
})

it('refuses requests while the system is out of files, survives, and answers afterwards (UPLOAD-34)', async () => {
  const program = `
    import { closeSync, openSync } from 'node:fs'
    import { startProcesses } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    const { ask, close } = startProcesses(new URL(${JSON.stringify(asked.href)}), ${JSON.stringify(usual)})
    const askOnce = () => ask({ to: 'answer' }, new Uint8Array(), null).then(() => 'answered', (error) => error.constructor.name)
    const files = []
    try {
      for (;;) files.push(openSync('/dev/null'))
    } catch {}
    const answers = [await askOnce(), await askOnce()]
    for (const file of files) closeSync(file)
    console.log(...answers, await askOnce())
    await close()
  `
  const few = ['-c', 'ulimit -n 256 && exec "$0" --input-type=module --eval "$1"', process.execPath, program]
  const { stdout } = await promisify(execFile)('sh', few)
  expect(stdout.trim()).toBe('ProcessNotStarted ProcessNotStarted answered')
})

it('leaves no process behind when the parent is killed, not even a busy one (UPLOAD-33)', async () => {
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `
        import { startProcesses } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
        const { ask } = startProcesses(new URL(${JSON.stringify(asked.href)}), ${JSON.stringify(usual)})
        const { head } = await ask({ to: 'answer' }, new Uint8Array(), null)
        ask({ to: 'keep busy' }, new Uint8Array())
        setImmediate(() => console.log(head.pid))
      `,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(line)
  expect(isThere(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitUntil(() => !isThere(pid), patience)
})
