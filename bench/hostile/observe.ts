import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'

const mb = 1024 * 1024

/** What the server and other people felt while something happened: memory growth in MB, milliseconds of each request. */
export type Observed = { growthMb: number; health: number[]; others: number[] }

/**
 * Watches the server from outside while an attack runs: its resident memory, `GET /healthz` and a signed-in person's list of verifications,
 * asked from an address that has nothing to do with the attack.
 */
export async function observe(
  { base, pid, headers }: { base: string; pid: number; headers: Record<string, string> },
  attack: () => Promise<void>,
): Promise<Observed> {
  const probes = [{ url: `${base}/healthz` }, { url: `${base}/api/verifications`, headers }].map(
    (workerData) => new Worker(new URL('../health-probe.ts', import.meta.url), { workerData }),
  )
  const before = await measureResidentBytes(pid)
  let peak = before
  const sampling = setInterval(async () => {
    peak = Math.max(peak, await measureResidentBytes(pid))
  }, 50)
  await attack()
  clearInterval(sampling)
  const [health = [], others = []] = await Promise.all(
    probes.map(async (probe) => {
      const times = once(probe, 'message')
      probe.postMessage('done')
      return (await times)[0] as number[]
    }),
  )
  return { growthMb: Math.round((peak - before) / mb), health, others }
}

/** Of the server and of the processes that decode files for it, not of its database. Linux only; elsewhere 0. */
async function measureResidentBytes(pid: number): Promise<number> {
  const sizes = await Promise.all([pid, ...(await listDecoders(pid))].map(measureResidentBytesOfOne))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function listDecoders(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const found = await Promise.all(
    children.split(' ').map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      return command.includes('-process.js') ? [Number(child)] : []
    }),
  )
  return found.flat()
}

async function measureResidentBytesOfOne(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

/** A percentile of some times. */
export function computePercentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
