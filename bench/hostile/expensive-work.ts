import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { makePdf } from '../../src/server/testing/sample-pdfs.ts'
import { postForm, signUp } from '../lib/people.ts'
import { type Headers, send, type Target } from './attacker.ts'

/** Longest that another person's upload may wait for its turn. */
const turnMs = 1500

/** A page that draws a transparency group 3,000 times: hundreds of bytes, and more than 15 s of a processor. */
function makeHangingPdf(): Uint8Array {
  const group = '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group << /S /Transparency >>'
  return makePdf({
    contents: { dictionary: '', stream: '/X Do '.repeat(3000) },
    page: '/MediaBox [0 0 200 200] /Resources << /XObject << /X 5 0 R >> >>',
    more: [{ dictionary: group, stream: '0 0 200 200 re f' }],
  })
}

/** PDFs that hang, six at a time of two accounts, for 40 s, and every few seconds an ID as a PDF of somebody else. */
export async function hangPdfs(target: Target & { accounts: Headers[] }): Promise<string> {
  const until = performance.now() + 40_000
  const hanging = Buffer.from(makeHangingPdf()).toString('latin1')
  const other = await signUp(target.base)
  const waits: number[] = []
  const statuses: Record<string, number> = {}
  const agent = new Agent()
  const attack = async (headers: Headers) => {
    while (performance.now() < until) {
      const { status } = await send(target, agent, {
        method: 'POST',
        path: '/api/documents',
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        body: `--x\r\nContent-Disposition: form-data; name="category"\r\n\r\nid\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${hanging}\r\n--x--\r\n`,
      })
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429) await wait(1000)
    }
  }
  const live = async () => {
    const plain = new Uint8Array(makePdf())
    while (performance.now() < until) {
      await wait(4000)
      const before = performance.now()
      await postForm(target.base, '/api/documents', other.headers, { category: 'id' }, plain)
      waits.push(performance.now() - before)
    }
  }
  await Promise.all([
    ...target.accounts
      .slice(0, 2)
      .flatMap((one) => [one, one, one])
      .map(attack),
    live(),
  ])
  agent.destroy()
  return describe('PDF', waits, statuses)
}

function describe(what: string, waits: readonly number[], statuses: Record<string, number>): string {
  const worst = Math.max(...waits)
  const answers = Object.entries(statuses).map(([status, times]) => `${times} x ${status}`)
  if (worst > turnMs) process.exitCode = 1
  return `another's ${what} at most ${worst.toFixed(0)} ms of ${turnMs}: ${worst > turnMs ? 'MISSED' : 'holds'}; ${answers.join(', ')}`
}
