import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

type Probed = { url: string; headers?: Record<string, string> }

/**
 * Requests each URL every 20 ms until the work is done or has failed. Returns the response times in milliseconds. The
 * requests are sent from a separate thread, so that other work of this process doesn't affect the measurement.
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
    // Retries if the server closes an idle connection at this moment; the time of both requests counts.
    const answer = await fetch(url, { headers }).catch(() => fetch(url, { headers }))
    await answer.arrayBuffer()
    times.push(performance.now() - startedAt)
    await wait(20)
  }
  parentPort?.postMessage(times)
}

if (!isMainThread) await askUntilDone(workerData)
