import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import {
  multipart,
  type Person,
  postJson,
  register,
  type Served,
  upload,
} from '../../src/server/testing/people.ts'
import { makePdf } from '../../src/server/testing/sample-files.ts'
import { type Posted, post, type Target } from './attacker.ts'

/** The maximum time for which another person's upload may wait. */
const turnMs = 1500

/**
 * The maximum time of another person's reading during an attack, as a multiple of its time without one. The reading may
 * wait for one in progress and for one of another network, and each takes longer on a busy machine.
 */
const readingTimes = 4

/** The duration of each attack. */
const attackMs = 40_000

type Attacked = Target & { accounts: Person[] }

/** Work of another person during an attack. `findMostMs` returns its maximum time, given its time without an attack. */
type Other = { name: string; work(): Promise<unknown>; findMostMs(aloneMs: number): number }

/** A page that draws a transparency group 3,000 times: hundreds of bytes, but more than 15 s of processor time. */
function makeHangingPdf(): Uint8Array {
  const group = '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency >>'
  return makePdf({
    contents: { dictionary: '', stream: '/X Do '.repeat(3000) },
    page: '/MediaBox [0 0 200 200] /Resources << /XObject << /X 5 0 R >> >>',
    more: [{ dictionary: group, stream: '0 0 200 200 re f' }],
  })
}

/** Uploads hanging PDFs from two accounts, six at a time, and every few seconds another person's ID as a PDF. */
export async function hangPdfs(target: Attacked): Promise<string> {
  const other = await register(target.served)
  const plain = new Uint8Array(makePdf())
  const form = new Response(multipart({ category: 'id' }, makeHangingPdf(), 'a.pdf'))
  const type = form.headers.get('content-type') ?? ''
  const body = Buffer.from(await form.arrayBuffer())
  const attackers = target.accounts.slice(0, 2).flatMap((one) => [one, one, one])
  return attackWhile(
    target,
    attackers,
    ({ headers }) => ({ path: '/api/documents', headers: { ...headers, 'content-type': type }, body }),
    [
      {
        name: 'PDF',
        work: () => uploadOrFail(target.served, other, 'id', plain),
        findMostMs: () => turnMs,
      },
    ],
  )
}

/**
 * Uploads IDs that are slow to read from six accounts, two at a time from each, and every few seconds another person's
 * photo and ID.
 */
export async function keepReading(target: Attacked): Promise<string> {
  const { served } = target
  const [slow, photo] = [await makePicture(2000), await makePicture(640)]
  const accounts = [...target.accounts, await register(served), await register(served)]
  const ids = new Map<Person, string>()
  for (const one of accounts) ids.set(one, (await uploadOrFail(served, one, 'id', slow)).id)
  const makeBody = (documentId = '') => ({
    documentId,
    fullName: `Ada ${crypto.randomUUID().replace(/[^a-f]/g, '')}`,
    dateOfBirth: '1990-04-17',
    today: new Date().toISOString().slice(0, 10),
  })
  // A person has only three tries, so each reading uses a new person.
  const read = async () => {
    const person = await register(served)
    const { id } = await uploadOrFail(served, person, 'id', slow)
    await postJson(served, '/api/document-readings', makeBody(id), person.headers)
    for (let state = ''; state !== 'done'; await wait(20)) {
      const answer = await served.app.request(`/api/document-readings/${id}`, person)
      state = ((await answer.json()) as { reading: { state: string } }).reading.state
    }
  }
  const other = await register(served)
  return attackWhile(
    target,
    accounts.flatMap((one) => [one, one]),
    (person) => ({
      path: '/api/document-readings',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify(makeBody(ids.get(person))),
    }),
    [
      {
        name: 'photo',
        work: () => uploadOrFail(served, other, 'selfie', photo),
        findMostMs: () => turnMs,
      },
      { name: 'reading', work: read, findMostMs: (aloneMs) => readingTimes * aloneMs },
    ],
  )
}

/** Makes a square JPEG of noise. */
async function makePicture(side: number): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const plain = { width: side, height: side, channels: 3, background: '#777', noise } as const
  return new Uint8Array(await sharp({ create: plain }).jpeg({ quality: 90 }).toBuffer())
}

/** Uploads a document; throws if it is rejected. */
async function uploadOrFail(
  served: Served,
  person: Person,
  category: string,
  file: Uint8Array,
): Promise<{ id: string; url: string }> {
  const answer = await upload(served, person, category, file)
  if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { id: string; url: string }
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** Posts repeatedly for each attacker, and measures the work of other people every few seconds. */
async function attackWhile(
  target: Target,
  attackers: Person[],
  request: (person: Person) => Posted,
  others: Other[],
): Promise<string> {
  const alone = new Map<Other, number>()
  for (const other of others) {
    // The first run also starts a process.
    await other.work()
    alone.set(other, await measure(other.work))
  }
  const until = performance.now() + attackMs
  const agent = new Agent()
  const statuses: Record<string, number> = {}
  const attack = async (person: Person) => {
    while (performance.now() < until) {
      const tookMs = await measure(async () => {
        const status = await post(target, agent, request(person))
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      if (tookMs < 1000) await wait(1000)
    }
  }
  const findWorst = async ({ work }: Other) => {
    let worst = 0
    while (performance.now() < until) {
      await wait(4000)
      worst = Math.max(worst, await measure(work))
    }
    return worst
  }
  const [worsts] = await Promise.all([Promise.all(others.map(findWorst)), ...attackers.map(attack)])
  agent.destroy()
  const said = others.map((other, at) => {
    const [worst = 0, aloneMs = 0] = [worsts[at], alone.get(other)]
    const most = other.findMostMs(aloneMs)
    if (worst > most) process.exitCode = 1
    return `another's ${other.name} at most ${worst.toFixed(0)} ms of ${most.toFixed(0)}, alone ${aloneMs.toFixed(0)} ms: ${worst > most ? 'MISSED' : 'holds'}`
  })
  return `${said.join('; ')}; ${JSON.stringify(statuses)}`
}
