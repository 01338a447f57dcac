import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** What is asked, and with which headers. */
type Probed = { url: string; headers?: Record<string, string> }

/**
 * How long each address took each time, in milliseconds, asked every 20 ms until the work is done or has failed. A
 * thread of its own asks, so that what the measuring process does is not measured with it.
 */
export async function measureAnswersDuring(
  probed: readonly Probed[],
  work: () => Promise<unknown>,
): Promise<number[][]> {
  const probes = probed.map((one) => new Worker(new URL(import.meta.url), { workerData: one }))
  await Promise.all(probes.map((probe) => once(probe, 'online')))
  const times = probes.map(async (probe) => (await once(probe, 'message'))[0] as number[])
  await work().finally(() => {
    for (const probe of probes) probe.postMessage('done')
  })
  return Promise.all(times)
}

async function askUntilDone({ url, headers = {} }: Probed): Promise<void> {
  const times: number[] = []
  let done = false
  parentPort?.once('message', () => {
    done = true
  })
  while (!done) {
    const startedAt = performance.now()
    // A kept connection that the server closes at this moment is asked again on a new one, and the time counts.
    const answer = await fetch(url, { headers }).catch(() => fetch(url, { headers }))
    await answer.arrayBuffer()
    times.push(performance.now() - startedAt)
    await wait(20)
  }
  parentPort?.postMessage(times)
}

if (!isMainThread) await askUntilDone(workerData)
