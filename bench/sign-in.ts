// node_modules/.bin/node bench/sign-in.ts: what a sign-in costs besides its one argon2id hash, and how quick the server stays under 20 at once.
// Starts a server of its own on a new DATA_DIR.
import { setTimeout as wait } from 'node:timers/promises'
import { createPasswords } from '../src/server/platform/passwords/index.ts'
import { measureHealthDuring } from './lib/health-during.ts'
import { computeMedian, reportTimes } from './lib/statistics.ts'
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
    bare.push(await measureTime(() => passwords.verify(hash, password)))
    signIns.push(await measureTime(() => signIn(base, email)))
  }
  reportTimes('one bare argon2id hash', bare.slice(10))
  reportTimes('one sign-in', signIns.slice(10))
  console.log(
    `a sign-in costs ${(computeMedian(signIns.slice(10)) - computeMedian(bare.slice(10))).toFixed(1)} ms besides its hash`,
  )

  const emails: string[] = []
  // One after the other: a network may have a few new passwords waiting to be looked at, also where nothing else is limited.
  for (let n = 0; n < parallel; n += 1) emails.push(await signUp(base))
  reportTimes('GET /healthz, idle', await measureHealthDuring(base, () => wait(2000)))
  const crowded: number[] = []
  const health = await measureHealthDuring(base, async () => {
    for (let round = 0; round < parallelRounds; round += 1) {
      crowded.push(...(await Promise.all(emails.map((each) => measureTime(() => signIn(base, each))))))
    }
  })
  reportTimes(`each of ${parallel} parallel sign-ins`, crowded)
  reportTimes('GET /healthz meanwhile', health)
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

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
