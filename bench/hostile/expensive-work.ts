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
import { makePdf } from '../../src/server/testing/sample-pdfs.ts'
import { type Headers, send, type Target } from './attacker.ts'

/** Longest that another person's upload may wait for its turn. */
const turnMs = 1500

/**
 * Longest that another person's reading may take, as a multiple of what it takes alone: one that is under way and one whose network's turn it
 * is come before it, and a busy machine takes longer for each.
 */
const readingTimes = 4

/** How long each attack goes on. */
const attackMs = 40_000

type Attacked = Target & { accounts: Person[] }
type Statuses = Record<string, number>

/** A page that draws a transparency group 3,000 times: hundreds of bytes, and more than 15 s of a processor. */
function makeHangingPdf(): Uint8Array {
  const group = '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency >>'
  return makePdf({
    contents: { dictionary: '', stream: '/X Do '.repeat(3000) },
    page: '/MediaBox [0 0 200 200] /Resources << /XObject << /X 5 0 R >> >>',
    more: [{ dictionary: group, stream: '0 0 200 200 re f' }],
  })
}

/** PDFs that hang, six at a time of two accounts, and every few seconds an ID as a PDF of somebody else. */
export async function hangPdfs(target: Attacked): Promise<string> {
  const other = await register(target.served)
  const plain = new Uint8Array(makePdf())
  const uploadOne = () => uploadOrFail(target.served, other, 'id', plain)
  const alone = await measureAlone(uploadOne)
  const form = new Response(multipart({ category: 'id' }, makeHangingPdf(), 'a.pdf'))
  const type = form.headers.get('content-type') ?? ''
  const body = Buffer.from(await form.arrayBuffer())
  const attackers = target.accounts.slice(0, 2).flatMap((one) => [one, one, one])
  const { statuses, waits } = await attackWhile(target, attackers, uploadOne, ({ headers }) => ({
    path: '/api/documents',
    headers: { ...headers, 'content-type': type },
    body,
  }))
  return describe('PDF', { alone, waits, most: turnMs }, statuses)
}

/** IDs of six accounts that are slow to read, two at a time of each, and every few seconds a photo and an ID of somebody else. */
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
  const readings: number[] = []
  // Each has three tries, so each time it is somebody else.
  const read = async () => {
    const person = await register(served)
    const { id } = await uploadOrFail(served, person, 'id', slow)
    const before = performance.now()
    await postJson(served, '/api/document-readings', makeBody(id), person.headers)
    for (let state = ''; state !== 'done'; await wait(20)) {
      const answer = await served.app.request(`/api/document-readings/${id}`, person)
      state = ((await answer.json()) as { reading: { state: string } }).reading.state
    }
    readings.push(performance.now() - before)
  }
  const other = await register(served)
  const uploadOne = () => uploadOrFail(served, other, 'selfie', photo)
  const alone = await measureAlone(uploadOne)
  await read()
  await read()
  const readAlone = readings.splice(0).at(-1) ?? 0
  const attackers = accounts.flatMap((one) => [one, one])
  const { statuses, waits } = await attackWhile(
    target,
    attackers,
    uploadOne,
    (person) => ({
      path: '/api/document-readings',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify(makeBody(ids.get(person))),
    }),
    read,
  )
  const ofReadings = { alone: readAlone, waits: readings, most: readingTimes * readAlone }
  return `${describe('photo', { alone, waits, most: turnMs }, statuses)}; ${describe('reading', ofReadings, {})}`
}

/** A JPEG of noise, so many pixels wide and high. */
export async function makePicture(side: number): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const plain = { width: side, height: side, channels: 3, background: '#777', noise } as const
  return new Uint8Array(await sharp({ create: plain }).jpeg({ quality: 90 }).toBuffer())
}

/** Uploads a document; throws unless it is taken. */
export async function uploadOrFail(
  served: Served,
  person: Person,
  category: string,
  file: Uint8Array,
): Promise<{ id: string; url: string }> {
  const answer = await upload(served, person, category, file)
  if (answer.status !== 201) throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { id: string; url: string }
}

/** Milliseconds. */
const measure = async (work: () => Promise<unknown>) => {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** The second time: the first brings up a process. */
async function measureAlone(work: () => Promise<unknown>): Promise<number> {
  await work()
  return measure(work)
}

/** Posts for each of the attackers again and again, and every few seconds has somebody else do something, which is timed. */
async function attackWhile(
  target: Target,
  attackers: Person[],
  other: () => Promise<unknown>,
  request: (person: Person) => { path: string; headers: Headers; body: string | Buffer },
  beside: () => Promise<unknown> = async () => {},
): Promise<{ statuses: Statuses; waits: number[] }> {
  const until = performance.now() + attackMs
  const agent = new Agent()
  const waits: number[] = []
  const statuses: Statuses = {}
  const attack = async (person: Person) => {
    while (performance.now() < until) {
      const tookMs = await measure(async () => {
        const { status } = await send(target, agent, { method: 'POST', ...request(person) })
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      if (tookMs < 1000) await wait(1000)
    }
  }
  const again = async (work: () => Promise<unknown>) => {
    while (performance.now() < until) {
      await wait(4000)
      await work()
    }
  }
  const timed = async () => void waits.push(await measure(other))
  await Promise.all([...attackers.map(attack), again(timed), again(beside)])
  agent.destroy()
  return { statuses, waits }
}

function describe(
  what: string,
  { alone, waits, most }: { alone: number; waits: readonly number[]; most: number },
  statuses: Statuses,
): string {
  const worst = Math.max(...waits)
  const answers = Object.entries(statuses).map(([status, times]) => `, ${times} x ${status}`)
  if (worst > most) process.exitCode = 1
  return `another's ${what} at most ${worst.toFixed(0)} ms of ${most.toFixed(0)}, alone ${alone.toFixed(0)} ms: ${worst > most ? 'MISSED' : 'holds'}${answers.join('')}`
}
