// npm run cluster:test: starts a cluster, restarts its processes, kills the primary, suspends the store, compares the
// data with the acknowledged requests, and stops the cluster.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { createLogger } from '../src/server/platform/logging/index.ts'
import {
  createVerification,
  enter,
  prepareSubmission,
  register,
  upload,
} from '../src/server/testing/people.ts'
import { photoWithPlace } from '../src/server/testing/sample-files.ts'
import {
  checkRestore,
  findReasonNotToRun,
  getPort,
  makeCluster,
  nodes,
  stopProcess,
  toDatabaseUrl,
} from './cluster/cluster.ts'
import {
  bringDown,
  bringUp,
  buildEnvironment,
  findPrimary,
  isReady,
  startPatroni,
  startReplica,
} from './cluster/parts.ts'
import { giveUp } from './lib/project.mjs'
import { reach, waitUntil } from './lib/served.ts'

/** The result of a request; the status is 0 if the connection ended without an answer. */
type Outcome = { status: number; code: string }

/** A verification that is ready for submission. `isAcknowledged` once the server confirmed the submission. */
type Ready = { id: string; isAcknowledged: boolean; submit(): Promise<Response> }

/** The maximum time from killing the primary to the first acknowledged write. */
const servesAgainWithinMs = 30_000

const reason = findReasonNotToRun()
if (reason) giveUp(reason)
const cluster = await makeCluster(5530, { DOCUMENT_READING: 'off', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' })
await bringUp(cluster)
const database = openDatabase(toDatabaseUrl(cluster, 'assent_server'), {
  logger: createLogger('silent'),
  maxConnections: 4,
})
const origin = `http://localhost:${getPort(cluster, 'people')}`
const people = { ...reach(origin, 100_000), database }
const faults: string[] = []
try {
  await rollProcesses()
  const all = await killPrimary()
  await silenceStore()
  await audit(all)
} catch (error) {
  faults.push(`the test was aborted: ${error instanceof Error ? error.stack : error}`)
} finally {
  await database.close()
  await bringDown(cluster)
}
for (const fault of faults) console.error(`FAULT ${fault}`)
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults.`)
process.exit(faults.length === 0 ? 0 : 1)

/** Restarts each process during requests, and checks that all requests are answered. */
async function rollProcesses(): Promise<void> {
  const person = await register(people)
  const outcomes: Outcome[] = []
  let isOver = false
  const asking = [1, 2, 3].map(async () => {
    while (!isOver) outcomes.push(await time(() => people.app.request('/api/verifications', person)))
  })
  for (const node of nodes) {
    await stopProcess(cluster, `assent-${node}`)
    await startReplica(cluster, node)
    await waitUntil(`assent-${node} is ready`, () => isReady(cluster, node))
    // The balancer must notice this process before the next one stops.
    await wait(2000)
  }
  isOver = true
  await Promise.all(asking)
  note('requests during a rolling restart', outcomes)
  expect(
    outcomes.every(({ status }) => status === 200),
    'a rolling restart dropped requests',
  )
}

/** Kills the primary and its Patroni during submissions, and checks that each submission succeeds in the end. */
async function killPrimary(): Promise<Ready[]> {
  const all: Ready[] = []
  while (all.length < 30) all.push(await makeReady())
  const going = all.map(submit)
  await wait(500)
  const primary = await findPrimary(cluster)
  if (!primary) throw new Error('the cluster has no primary')
  const file = join(cluster.folder, `postgres-${primary}`, 'data', 'postmaster.pid')
  const [postmaster] = (await readFile(file, 'utf8')).split('\n')
  cluster.running.get(`patroni-${primary}`)?.kill('SIGKILL')
  process.kill(Number(postmaster), 'SIGKILL')
  const killedAt = performance.now()
  const outcomes = await Promise.all(going)
  await waitUntil('writes are acknowledged again', () => register(people).then(() => true))
  const backMs = performance.now() - killedAt
  note(`submissions while PostgreSQL ${primary} was killed`, outcomes)
  console.log(`  writes acknowledged again after ${(backMs / 1000).toFixed(1)} s`)
  expect(
    backMs <= servesAgainWithinMs,
    `no write was acknowledged for ${Math.round(backMs / 1000)} s after the kill`,
  )
  expectClear('while the primary was killed', outcomes)
  for (const one of all) await waitUntil('the submission succeeds', () => isSubmitted(one), 60_000)
  await startPatroni(cluster, primary)
  return all
}

/**
 * Suspends the connection to the store during uploads and downloads, like a network failure, and checks that both work
 * again afterwards.
 */
async function silenceStore(): Promise<void> {
  const photo = await photoWithPlace()
  const person = await register(people)
  const give = () => upload(people, person, 'selfie', photo)
  const { url } = (await (await give()).json()) as { url: string }
  const { pathname, search } = new URL(url, origin)
  const look = () => people.app.request(pathname + search)
  const route = cluster.running.get('haproxy-store')
  const going = [give, look, give, look].map(time)
  route?.kill('SIGSTOP')
  const outcomes = await Promise.all([...going, ...[give, look].map(time)])
  route?.kill('SIGCONT')
  note('uploads and downloads while the store did not answer', outcomes)
  expectClear('while the store did not answer', outcomes)
  await waitUntil(
    'uploads and downloads work again',
    async () => (await time(give)).status === 201 && (await time(look)).status === 200,
  )
}

/** Checks that every acknowledged submission is stored, has exactly one record, and has sound evidence. */
async function audit(all: Ready[]): Promise<void> {
  const verified = await database.rows<{ id: string }>(
    sql`SELECT id FROM verifications WHERE status = 'verified'`,
  )
  const ids = new Set(verified.map(({ id }) => id))
  const lost = all.filter(({ id, isAcknowledged }) => isAcknowledged && !ids.has(id))
  expect(lost.length === 0, `${lost.length} acknowledged submissions are lost`)
  const readSealed = () =>
    database.rows<{ count: number }>(sql`
      SELECT count(*) AS count FROM sealed_documents WHERE document = 'record' GROUP BY verification_id`)
  await waitUntil('every record is sealed', async () => (await readSealed()).length >= ids.size)
  expect(
    (await readSealed()).every(({ count }) => count === 1),
    'a verification has a second record',
  )
  console.log(`  ${ids.size} records, ${lost.length} acknowledged submissions lost`)
  const { status, stdout, stderr } = checkRestore(await buildEnvironment(cluster, 'a'))
  expect(status === 0, `trails, files or seals are faulty: ${stderr}`)
  console.log(`  ${stdout.trim()}`)
}

async function makeReady(): Promise<Ready> {
  // With its own mailbox per third party, a duplicate mail would be visible.
  const thirdPartyEmail = `third-party-${randomUUID()}@example.com`
  const creator = await register(people)
  const { id } = await createVerification(people, creator, { type: 'person', thirdPartyEmail })
  const submit = await prepareSubmission(people, await enter(people, id, thirdPartyEmail))
  return { id, isAcknowledged: false, submit: () => submit() }
}

async function submit(one: Ready): Promise<Outcome> {
  const outcome = await time(one.submit)
  if (outcome.status === 200) one.isAcknowledged = true
  return outcome
}

/** Submits again, as the error message asks; true once the submission succeeded, now or before. */
async function isSubmitted(one: Ready): Promise<boolean> {
  return one.isAcknowledged || [200, 401, 404, 409, 410].includes((await submit(one)).status)
}

async function time(ask: () => Promise<Response> | Response): Promise<Outcome> {
  try {
    const answer = await ask()
    const isProblem = answer.headers.get('content-type')?.includes('problem+json')
    const body = await answer.text()
    const code = isProblem ? (JSON.parse(body) as { code: string }).code : ''
    return { status: answer.status, code }
  } catch {
    return { status: 0, code: '' }
  }
}

/** Checks that each request succeeded, or failed with an error that asks to try again. */
function expectClear(when: string, outcomes: Outcome[]): void {
  for (const { status, code } of outcomes) {
    const isClear = status >= 502 && ['temporarily_unavailable', 'upload_unavailable'].includes(code)
    expect(
      status === 200 || status === 201 || isClear,
      `${when}, a request was answered with ${status} ${code}`,
    )
  }
}

function expect(isKept: boolean, fault: string): void {
  if (!isKept) faults.push(fault)
}

/** Prints the number of answers with each status. */
function note(what: string, outcomes: Outcome[]): void {
  const counts = Map.groupBy(outcomes, ({ status }) => status)
  const said = [...counts].map(([status, of]) => `${status || 'no answer'} × ${of.length}`).join(', ')
  console.log(`  ${what}: ${said}`)
}
