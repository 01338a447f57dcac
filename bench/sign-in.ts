// node_modules/.bin/node bench/sign-in.ts: what a sign-in costs besides its one argon2id hash, and how quick the server stays under 20 at once.
// Starts a server of its own on a new DATA_DIR.
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createPasswords } from '../src/server/platform/passwords/index.ts'
import { onOwnServer } from './own-server.ts'

const rounds = 150
const parallel = 20
const parallelRounds = 10
const password = 'Correct-Horse-7'

await onOwnServer(async (base) => {
  const email = await signUp(base)
  const passwords = createPasswords()
  const hash = await passwords.hash(password)
  const bare: number[] = []
  const signIns: number[] = []
  // In turns, so that whatever else the machine does falls on both.
  for (let n = 0; n < rounds; n += 1) {
    bare.push(await timed(() => passwords.verify(hash, password)))
    signIns.push(await timed(() => signIn(base, email)))
  }
  report('one bare argon2id hash', bare.slice(10))
  report('one sign-in', signIns.slice(10))
  console.log(
    `a sign-in costs ${(median(signIns.slice(10)) - median(bare.slice(10))).toFixed(1)} ms besides its hash`,
  )

  const emails = await Promise.all(Array.from({ length: parallel }, () => signUp(base)))
  report('GET /healthz, idle', await healthDuring(base, () => wait(2000)))
  const crowded: number[] = []
  const health = await healthDuring(base, async () => {
    for (let round = 0; round < parallelRounds; round += 1) {
      crowded.push(...(await Promise.all(emails.map((each) => timed(() => signIn(base, each))))))
    }
  })
  report(`each of ${parallel} parallel sign-ins`, crowded)
  report('GET /healthz meanwhile', health)
})

async function signIn(base: string, email: string): Promise<void> {
  await post(`${base}/auth/v1/token?grant_type=password`, { email, password })
}

async function signUp(base: string): Promise<string> {
  const email = `bench-${crypto.randomUUID()}@example.com`
  await post(`${base}/auth/v1/signup`, { email, password })
  return email
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** How long /healthz took each time, asked until the work is done. */
async function healthDuring(base: string, work: () => Promise<void>): Promise<number[]> {
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), { workerData: base })
  await work()
  const times = once(probe, 'message')
  probe.postMessage('done')
  return (await times)[0]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(what: string, milliseconds: number[]): void {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  console.log(
    `${what}: n ${sorted.length}, p10 ${at(0.1)} ms, p50 ${at(0.5)} ms, p90 ${at(0.9)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`,
  )
}
