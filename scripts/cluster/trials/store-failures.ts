import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type Person, register, upload } from '../../../src/server/testing/people.ts'
import { photoWithPlace } from '../../../src/server/testing/sample-files.ts'
import type { Cluster } from '../layout.ts'
import { readPid, send, stopProcess } from '../processes.ts'
import { startStorageServer, startSwift } from '../store.ts'
import { waitUntil } from '../until.ts'
import { type Figures, showSeconds } from './figures.ts'
import type { PeopleAt } from './people-at.ts'
import { isClear, makeReady, type Outcome, type Ready, showStatuses, submit, tell } from './submissions.ts'

/** Each way of a store to fail: what is done to it and undone. */
type Failure = { name: string; begin(cluster: Cluster): Promise<void>; end(cluster: Cluster): Promise<void> }

const stopSwift = async (cluster: Cluster) => send(await readPid(cluster, 'swift-proxy'), 'SIGKILL')
const startSwiftAgain = async (cluster: Cluster) => {
  await waitUntil('the killed store is gone', async () => !(await isThere(cluster)))
  await startSwift(cluster)
}
const isThere = (cluster: Cluster) =>
  readPid(cluster, 'swift-proxy').then(
    () => true,
    () => false,
  )

const failures: Failure[] = [
  { name: 'killed', begin: stopSwift, end: startSwiftAgain },
  {
    name: 'full',
    begin: (cluster) => restartObjects(cluster, '100%'),
    end: (cluster) => restartObjects(cluster),
  },
  {
    name: 'answering 503',
    begin: (cluster) => tellBalancer(cluster, 'set server store/swift state maint'),
    end: (cluster) => tellBalancer(cluster, 'set server store/swift state ready'),
  },
  {
    name: 'silent, as when the network is cut',
    begin: async (cluster) => send(await readPid(cluster, 'haproxy-store'), 'SIGSTOP'),
    end: async (cluster) => send(await readPid(cluster, 'haproxy-store'), 'SIGCONT'),
  },
]

/** Lets the store fail in each way in the middle of uploads and downloads; afterwards everything works again. */
export async function tryStoreFailures(
  cluster: Cluster,
  people: PeopleAt,
  figures: Figures,
): Promise<Ready[]> {
  const photo = await photoWithPlace()
  const someone = await register(people)
  const seen = await requestSignedUrl(people, someone, photo)
  for (const failure of failures) {
    const ready = []
    while (ready.length < 8) ready.push(await makeUpload(people, photo))
    const uploads = ready.map(tell)
    const downloads = Array.from({ length: 8 }, () => tell(() => people.app.request(seen)))
    await wait(150)
    await failure.begin(cluster)
    const late = [tell(await makeUpload(people, photo, someone)), tell(() => people.app.request(seen))]
    const outcomes = await Promise.all([...uploads, ...downloads, ...late])
    await failure.end(cluster)
    await waitUntil('uploads and downloads work again', async () => {
      const up = await tell(await makeUpload(people, photo))
      return up.status === 201 && (await tell(() => people.app.request(seen))).status === 200
    })
    judge(figures, `the store ${failure.name}`, outcomes)
  }
  await trySlowStore(cluster, people, figures, photo)
  const ready = await makeReady(people, 3)
  for (const one of ready) await submit(people, one)
  return ready
}

function judge(figures: Figures, what: string, outcomes: Outcome[]): void {
  figures.note(
    what,
    `${showStatuses(outcomes)}; longest ${showSeconds(Math.max(...outcomes.map(({ ms }) => ms)))}`,
  )
  for (const outcome of outcomes) {
    const isAsPromised = outcome.status === 200 || outcome.status === 201 || isClear(outcome)
    figures.expect(isAsPromised, `${what}: somebody was answered ${outcome.status} ${outcome.code}`)
  }
}

/** Runs for a twentieth of the time only. */
async function trySlowStore(
  cluster: Cluster,
  people: PeopleAt,
  figures: Figures,
  photo: Uint8Array,
): Promise<void> {
  const ready = []
  while (ready.length < 4) ready.push(await makeUpload(people, photo))
  const pid = await readPid(cluster, 'swift-proxy')
  let isOver = false
  const slowing = (async () => {
    while (!isOver) {
      send(pid, 'SIGSTOP')
      await wait(950)
      send(pid, 'SIGCONT')
      await wait(50)
    }
  })()
  const outcomes = await Promise.all(ready.map(tell))
  isOver = true
  await slowing
  judge(figures, 'the store slow', outcomes)
}

/** An upload that is ready to be sent, of somebody new unless it is said of whom. */
async function makeUpload(people: PeopleAt, photo: Uint8Array, by?: Person) {
  const person = by ?? (await register(people))
  return () => upload(people, person, 'selfie', photo)
}

/** A link to a photo that somebody uploaded, as a path. */
async function requestSignedUrl(people: PeopleAt, someone: Person, photo: Uint8Array): Promise<string> {
  const answer = await upload(people, someone, 'selfie', photo)
  const { url } = (await answer.json()) as { url: string }
  const { pathname, search } = new URL(url, 'http://localhost')
  return pathname + search
}

async function restartObjects(cluster: Cluster, reserve?: string): Promise<void> {
  await stopProcess(cluster, 'swift-object')
  await startStorageServer(cluster, 'object', reserve)
}

/** Tells the balancer of the store something by its own socket. */
async function tellBalancer(cluster: Cluster, words: string): Promise<void> {
  const socket = connect(join(cluster.folder, 'haproxy-store', 'control'))
  socket.end(`${words}\n`)
  await text(socket)
}
