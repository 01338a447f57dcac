import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** How long /healthz took each time, in milliseconds, asked from a thread of its own until the work is done or has failed. */
export async function measureHealthDuring(base: string, work: () => Promise<unknown>): Promise<number[]> {
  const probe = new Worker(new URL('../health-probe.ts', import.meta.url), { workerData: base })
  await once(probe, 'online')
  const times = once(probe, 'message') as Promise<[number[]]>
  await work().finally(() => probe.postMessage('done'))
  return (await times)[0]
}
