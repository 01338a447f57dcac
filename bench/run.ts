// npm run build, then npm run bench: measures drawing, sealing and storing of records, requests to wallets and vouchers
// and their answers, logins with a passkey, and the start time and memory of the built server, and prints each figure
// with its limit. Exits with 1 if a limit is missed.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pickFreePort } from '../scripts/lib/free-port.mjs'
import { root } from '../scripts/lib/project.mjs'
import { currentConsentTextVersion, findConsentText } from '../src/domain/verification/consent-text.ts'
import { defaultValidity } from '../src/domain/verification/validity.ts'
import { systemClock } from '../src/server/platform/clock/index.ts'
import { sql } from '../src/server/platform/database/index.ts'
import { createSealer, type DocumentContent, makeSealKey } from '../src/server/platform/pdf/index.ts'
import { postJson, readAnswer, register } from '../src/server/testing/people.ts'
import { type Ceremony, createAuthenticator } from '../src/server/testing/software-authenticator.ts'
import { measureAgainst } from './against.ts'
import { completions, inDatabaseOf, measureBursts } from './lib/burst.ts'
import { measureResidentMb, onOwnServer, reach, startServer } from './lib/own-server.ts'
import { computeMedian, computeQuantile } from './lib/statistics.ts'
import { measureVouchers } from './lib/vouchers.ts'
import { measureWallets } from './lib/wallets.ts'

/** A figure with its limit: a minimum for rates, a maximum for everything else. */
type Measured = { name: string; value: number; unit: '/s' | 'ms' | 'MB' | 'times'; bar: number }

const seals = 60
const bursts = 3
const starts = 5
const logIns = 200
/** Longer than the lifetime of idle threads and the server's work after its start. */
const restMs = 60_000

/** Draws and seals four pages repeatedly, one document after the other, in English and in Arabic by turns. */
async function measureSealing(): Promise<Measured[]> {
  const sealer = createSealer({
    sealKey: await makeSealKey('Bench seal', new Date()),
    clock: systemClock,
    threads: availableParallelism(),
  })
  const seal = (pages: DocumentContent) => sealer.seal({ at: systemClock.now(), contentFor: () => pages })
  const [english, arabic] = [writePages('en'), writePages('ar')]
  await Promise.all(Array.from({ length: 20 }, (_, at) => seal(at % 2 === 0 ? english : arabic)))
  const times = new Map<DocumentContent, number[]>([
    [english, []],
    [arabic, []],
  ])
  for (let round = 0; round < seals; round += 1) {
    for (const [pages, taken] of times) {
      const startedAt = performance.now()
      await seal(pages)
      taken.push(performance.now() - startedAt)
    }
  }
  await sealer.close()
  const [value, inArabic] = [...times.values()].map(computeMedian) as [number, number]
  return [
    { name: 'draw and seal four pages, p50', value, unit: 'ms', bar: 20 },
    { name: 'the same in Arabic, against English', value: inArabic / value, unit: 'times', bar: 1.5 },
  ]
}

/** Sends 50 final submissions at once, three times. */
async function measureCompletions(): Promise<Measured[]> {
  const { perSecond, health } = await measureBursts(root, bursts)
  return [
    {
      name: `${completions} completions at once, records stored, median of ${bursts}`,
      value: computeMedian(perSecond),
      unit: '/s',
      bar: 20,
    },
    { name: 'GET /healthz during them, p99', value: computeQuantile(health, 0.99), unit: 'ms', bar: 50 },
  ]
}

/**
 * The server's time for both calls of a login with a passkey, without the authenticator's time and without the round
 * trips, which are measured with two calls that do nothing.
 */
async function measurePasskeys(): Promise<Measured[]> {
  const times = { nothing: [] as number[], options: [] as number[], verify: [] as number[] }
  const time = async <T>(call: keyof typeof times, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const answer = await work()
    times[call].push(performance.now() - startedAt)
    return answer
  }
  await onOwnServer(async (base, dataDir) => {
    const served = reach(base)
    const origin = base.replace('127.0.0.1', 'localhost')
    const call = (path: string, body: object = {}, headers = {}) =>
      readAnswer<Ceremony>(postJson(served, `/auth/v1/passkeys/${path}`, body, headers))
    const { headers } = await register(served)
    await inDatabaseOf(dataDir, (database) => database.run(sql`UPDATE users SET email_confirmed_at = now()`))
    const authenticator = createAuthenticator()
    const asked = await call('registration/options', {}, headers)
    await call('registration/verify', authenticator.create(asked, { origin }), headers)
    for (let logIn = 0; logIn < logIns; logIn += 1) {
      await time('nothing', () => readAnswer(served.app.request('/healthz')))
      const challenge = await time('options', () => call('authentication/options'))
      const signed = authenticator.get(challenge, { origin })
      await time('verify', () => call('authentication/verify', signed))
    }
  })
  const value = computeMedian(times.options) + computeMedian(times.verify) - 2 * computeMedian(times.nothing)
  return [{ name: 'login with a passkey, both calls on the server, p50', value, unit: 'ms', bar: 15 }]
}

/** Requests to wallets and their answers, beside the network. */
async function measureWalletChecks(): Promise<Measured[]> {
  const { asked, judged } = await measureWallets()
  return [
    { name: 'a request to a wallet made and signed, p95', value: asked, unit: 'ms', bar: 10 },
    { name: 'an answer of a wallet judged, p95', value: judged, unit: 'ms', bar: 25 },
  ]
}

/** Requests to vouchers and their answers, beside the network. */
async function measureVoucherChecks(): Promise<Measured[]> {
  const { asked, judged } = await measureVouchers()
  return [
    { name: 'a request to a bank made and signed, p95', value: asked, unit: 'ms', bar: 10 },
    { name: 'a code of a bank exchanged and judged, p95', value: judged, unit: 'ms', bar: 25 },
  ]
}

/** The time until the built server is ready with an existing folder, and its memory a minute later. */
async function measureIdle(): Promise<Measured[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
  const port = await pickFreePort()
  // Like npm start, with the compile cache of the previous start.
  const env = { NODE_COMPILE_CACHE: join(dataDir, 'compiled') }
  const start = () => startServer(dataDir, port, { pages: true, env })
  try {
    await (await start()).stop()
    const ready: number[] = []
    for (let n = 0; n < starts; n += 1) {
      const startedAt = performance.now()
      const server = await start()
      ready.push(performance.now() - startedAt)
      await server.stop()
    }
    const { pid, stop } = await start()
    await wait(restMs)
    const idle = await measureResidentMb(pid)
    await stop()
    return [
      { name: 'ready on a known folder, median', value: computeMedian(ready), unit: 'ms', bar: 1000 },
      { name: 'memory, idle for a minute', value: idle, unit: 'MB', bar: 160 },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const writePages = (language: 'en' | 'ar'): DocumentContent => ({
  title: 'A record',
  language,
  reference: 'reference',
  foot: 'A record',
  page: 'Page {page} of {count}',
  unprintableNote: '',
  blocks: [
    ...(
      findConsentText(
        { consentTextVersion: currentConsentTextVersion, type: 'age', validity: defaultValidity },
        language,
      )?.sections ?? []
    ).flatMap(({ heading, paragraphs }) => [
      { block: 'heading' as const, text: heading, level: 3 as const },
      ...paragraphs.map((text) => ({ block: 'paragraph' as const, text })),
    ]),
    {
      block: 'table',
      columns: [
        { heading: 'Time', share: 30 },
        { heading: 'What happened', share: 30 },
        { heading: 'Hash of the row', share: 40, style: 'mono' },
      ],
      rows: Array.from({ length: 30 }, (_, index) => [
        `2026-03-11 12:${10 + index}:00 UTC`,
        'File uploaded (photo)',
        index.toString(16).repeat(64).slice(0, 64),
      ]),
    },
  ],
})

async function measureAll(): Promise<void> {
  for (const measure of [
    measureSealing,
    measureWalletChecks,
    measureVoucherChecks,
    measureCompletions,
    measurePasskeys,
    measureIdle,
  ]) {
    for (const { name, value, unit, bar } of await measure()) {
      const holds = unit === '/s' ? value >= bar : value <= bar
      if (!holds) process.exitCode = 1
      console.log(`${name}: ${value.toFixed(1)} ${unit}, bar ${bar} ${unit}: ${holds ? 'holds' : 'MISSED'}`)
    }
  }
}

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values
await (against ? measureAgainst(against) : measureAll())
