import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { makePdf } from '../../src/server/testing/sample-pdfs.ts'
import { makePicture, postForm, postJson, signUp } from '../lib/people.ts'
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

type Attacked = Target & { accounts: Headers[] }
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
  const hanging = Buffer.from(makeHangingPdf()).toString('latin1')
  const plain = new Uint8Array(makePdf())
  const other = await signUp(target.base)
  const upload = () => postForm(target.base, '/api/documents', other.headers, { category: 'id' }, plain)
  const alone = await measureAlone(upload)
  // A text would be encoded, and the PDF damaged.
  const body = Buffer.from(
    `--x\r\nContent-Disposition: form-data; name="category"\r\n\r\nid\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${hanging}\r\n--x--\r\n`,
    'latin1',
  )
  const attackers = target.accounts.slice(0, 2).flatMap((one) => [one, one, one])
  const { statuses, waits } = await attackWhile(target, attackers, upload, (headers) => ({
    path: '/api/documents',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body,
  }))
  return describe('PDF', { alone, waits, most: turnMs }, statuses)
}

/** IDs of six accounts that are slow to read, two at a time of each, and every few seconds a photo and an ID of somebody else. */
export async function keepReading(target: Attacked): Promise<string> {
  const [slow, photo] = [await makePicture(2000), await makePicture(640)]
  const more = [await signUp(target.base), await signUp(target.base)].map(({ headers }) => headers)
  const accounts = [...target.accounts.slice(0, 4), ...more]
  const give = async (headers: Headers, picture: Uint8Array<ArrayBuffer>, category = 'id') =>
    String((await postForm(target.base, '/api/documents', headers, { category }, picture))['id'])
  const ids = new Map(await Promise.all(accounts.map(async (one) => [one, await give(one, slow)] as const)))
  const makeBody = (documentId: string) => ({
    documentId,
    fullName: `Ada ${crypto.randomUUID().replace(/[^a-f]/g, '')}`,
    dateOfBirth: '1990-04-17',
    today: new Date().toISOString().slice(0, 10),
  })
  // Each has three tries, so each time it is somebody else.
  const read = async () => {
    const { headers } = await signUp(target.base)
    const id = await give(headers, slow)
    const before = performance.now()
    await postJson(target.base, '/api/document-readings', headers, makeBody(id))
    for (let state = ''; state !== 'done'; await wait(20)) {
      const answer = await fetch(`${target.base}/api/document-readings/${id}`, { headers })
      state = ((await answer.json()) as { reading: { state: string } }).reading.state
    }
    readings.push(performance.now() - before)
  }
  const readings: number[] = []
  const other = await signUp(target.base)
  const upload = () => give(other.headers, photo, 'selfie')
  const alone = await measureAlone(upload)
  await read()
  await read()
  const readAlone = readings.splice(0).at(-1) ?? 0
  const { statuses, waits } = await attackWhile(
    target,
    accounts.flatMap((one) => [one, one]),
    async () => {
      await upload()
    },
    (headers) => ({
      path: '/api/document-readings',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(makeBody(ids.get(headers) ?? '')),
    }),
    read,
  )
  const ofReadings = { alone: readAlone, waits: readings, most: readingTimes * readAlone }
  return `${describe('photo', { alone, waits, most: turnMs }, statuses)}; ${describe('reading', ofReadings, {})}`
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
  attackers: Headers[],
  other: () => Promise<unknown>,
  request: (headers: Headers) => { path: string; headers: Headers; body: string | Buffer },
  beside: () => Promise<unknown> = async () => {},
): Promise<{ statuses: Statuses; waits: number[] }> {
  const until = performance.now() + attackMs
  const agent = new Agent()
  const waits: number[] = []
  const statuses: Statuses = {}
  const attack = async (headers: Headers) => {
    while (performance.now() < until) {
      const tookMs = await measure(async () => {
        const { status } = await send(target, agent, { method: 'POST', ...request(headers) })
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
