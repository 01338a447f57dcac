// npm run cluster:test: starts a cluster, restarts its processes, kills the primary, suspends the store, compares the
// data with the acknowledged requests, and stops the cluster.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reach } from '../../bench/lib/own-server.ts'
import { type Database, sql } from '../../src/server/platform/database/index.ts'
import { openDatabase } from '../../src/server/platform/database/open-database.ts'
import { createLogger } from '../../src/server/platform/logging/index.ts'
import {
  createVerification,
  enter,
  prepareSubmission,
  register,
  type Served,
  upload,
} from '../../src/server/testing/people.ts'
import { photoWithPlace } from '../../src/server/testing/sample-files.ts'
import { runScript } from '../../src/server/testing/server-process.ts'
import { waitUntil } from '../lib/wait-until.ts'
import {
  askStatus,
  type Cluster,
  findReasonNotToRun,
  getPort,
  makeCluster,
  type Node,
  nodes,
  stopProcess,
  toDatabaseUrl,
} from './cluster.ts'
import { bringDown, bringUp, buildEnvironment, isReady, startPatroni, startReplica } from './parts.ts'

/** The result of a request; the status is 0 if the connection ended without an answer. */
type Outcome = { status: number; code: string }

/** A verification that is ready for submission. `isAcknowledged` once the server confirmed the submission. */
type Ready = { id: string; isAcknowledged: boolean; submit(): Promise<Response> }

/** The maximum time from killing the primary to the first acknowledged write. */
const servesAgainWithinMs = 30_000

let cluster: Cluster
let database: Database
let origin: string
let people: Served & { database: Database }
const submissions: Ready[] = []

beforeAll(async () => {
  const reason = findReasonNotToRun()
  if (reason) throw new Error(reason)
  cluster = await makeCluster(5530, { DOCUMENT_READING: 'off', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' })
  await bringUp(cluster)
  database = openDatabase(toDatabaseUrl(cluster, 'assent_server'), {
    logger: createLogger('silent'),
    maxConnections: 4,
  })
  origin = `http://localhost:${getPort(cluster, 'people')}`
  people = { ...reach(origin), database }
})
afterAll(async () => {
  await database?.close()
  if (cluster) await bringDown(cluster)
})

it('answers all requests while each process is restarted (CLUSTER-8)', async () => {
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
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
})

it('completes each submission in the end when the primary and its Patroni are killed (CLUSTER-8)', async () => {
  while (submissions.length < 30) submissions.push(await makeReady())
  const going = submissions.map(submit)
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
  expect(backMs).toBeLessThanOrEqual(servesAgainWithinMs)
  expectClear(outcomes)
  for (const one of submissions) await waitUntil('the submission succeeds', () => isSubmitted(one), 60_000)
  await startPatroni(cluster, primary)
})

it('uploads and downloads again after the connection to the store was suspended (CLUSTER-8)', async () => {
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
  expectClear(outcomes)
  await waitUntil(
    'uploads and downloads work again',
    async () => (await time(give)).status === 201 && (await time(look)).status === 200,
  )
})

it('has stored every acknowledged submission with exactly one record and sound evidence (CLUSTER-8)', async () => {
  const verified = await database.rows<{ id: string }>(
    sql`SELECT id FROM verifications WHERE status = 'verified'`,
  )
  const ids = new Set(verified.map(({ id }) => id))
  expect(submissions.filter(({ id, isAcknowledged }) => isAcknowledged && !ids.has(id))).toEqual([])
  const readSealed = () =>
    database.rows<{ count: number }>(sql`
      SELECT count(*) AS count FROM sealed_documents WHERE document = 'record' GROUP BY verification_id`)
  await waitUntil('every record is sealed', async () => (await readSealed()).length >= ids.size)
  expect((await readSealed()).filter(({ count }) => count !== 1)).toEqual([])
  const { code, stdout, stderr } = await runScript('check-restore.ts', await buildEnvironment(cluster, 'a'))
  expect(code, stderr).toBe(0)
  console.log(`  ${ids.size} records. ${stdout.trim()}`)
})

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
function expectClear(outcomes: Outcome[]): void {
  const isClear = ({ status, code }: Outcome) =>
    status === 200 ||
    status === 201 ||
    (status >= 502 && ['temporarily_unavailable', 'upload_unavailable'].includes(code))
  expect(outcomes.filter((one) => !isClear(one))).toEqual([])
}

/** The node that reports itself as the primary; null if there is none. */
async function findPrimary(cluster: Cluster): Promise<Node | null> {
  for (const node of nodes)
    if ((await askStatus(getPort(cluster, 'patroni', node), '/primary')) === 200) return node
  return null
}

function note(what: string, outcomes: Outcome[]): void {
  const counts = Map.groupBy(outcomes, ({ status }) => status)
  const summary = [...counts].map(([status, of]) => `${status || 'no answer'} × ${of.length}`).join(', ')
  console.log(`  ${what}: ${summary}`)
}
