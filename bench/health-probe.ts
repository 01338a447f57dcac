// A thread of its own asks /healthz, or another address with headers, every 20 ms, so that what the measuring process does meanwhile is not
// measured with it. Every 5 ms the asking took a tenth of the processors away from what was measured.
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { url, headers = {} } = typeof workerData === 'string' ? { url: `${workerData}/healthz` } : workerData
const times: number[] = []
let done = false
parentPort?.once('message', () => {
  done = true
})
while (!done) {
  const startedAt = performance.now()
  // A kept connection that the server closes at this very moment is no answer: a new one is asked, and the time counts.
  const answer = await fetch(url, { headers }).catch(() => fetch(url, { headers }))
  await answer.arrayBuffer()
  times.push(performance.now() - startedAt)
  await wait(20)
}
parentPort?.postMessage(times)
