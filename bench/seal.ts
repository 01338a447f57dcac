// node_modules/.bin/node bench/seal.ts: how long two people wait for their sealed record, how many are sealed in a second, and how quick the
// server stays meanwhile. Starts a server of its own on a new DATA_DIR, without a time authority.
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordView } from '../src/contract/record.ts'
import { currentConsentTextVersion, findConsentText } from '../src/domain/verification/consent-text.ts'
import { systemClock } from '../src/server/platform/clock.ts'
import { findRunningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { type Queryable, sql } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { createSealer, type DocumentContent, makeSealKey } from '../src/server/platform/pdf/index.ts'
import { invite, prepareSubmission } from '../src/server/testing/parties.ts'
import { type Person, register, type Served } from '../src/server/testing/people.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { measureHealthDuring } from './lib/health-during.ts'
import { compare, type Measured, sayMeasured } from './lib/measured.ts'
import { computeMedian, reportTimes } from './lib/statistics.ts'
import { onOwnServer } from './own-server.ts'

const sealsAlone = 60
const sealsAtOnce = 8
const completions = 40
const completionsAtOnce = 50
const bursts = 3

/** Drawing and sealing alone: how long one takes, in milliseconds, and how many are done in a second. */
async function measureSealing(): Promise<{ oneMs: number; perSecond: number }> {
  const sealer = createSealer({
    sealKey: await makeSealKey('Bench seal', new Date()),
    clock: systemClock,
    threads: availableParallelism(),
  })
  const seal = () => sealer.seal({ at: systemClock.now(), contentFor: () => fourPages })
  await sealer.warmUp()
  await Promise.all(Array.from({ length: 20 }, seal))
  const alone: number[] = []
  let byteCount = 0
  for (let round = 0; round < sealsAlone; round += 1) {
    const startedAt = performance.now()
    byteCount = (await seal()).bytes.byteLength
    alone.push(performance.now() - startedAt)
  }
  reportTimes('draw and seal four pages', alone)
  const startedAt = performance.now()
  let left = sealsAlone * 2
  await Promise.all(
    Array.from({ length: sealsAtOnce }, async () => {
      while (left > 0) {
        left -= 1
        await seal()
      }
    }),
  )
  const perSecond = (sealsAlone * 2) / ((performance.now() - startedAt) / 1000)
  console.log(
    `${sealsAtOnce} at once: ${perSecond.toFixed(1)} a second; one is ${Math.round(byteCount / 1000)} kB`,
  )
  await sealer.close()
  return { oneMs: computeMedian(alone), perSecond }
}

type Ready = { creator: Person; id: string; submit(): Promise<number> }

/** A verification that lacks nothing but the final submission, which answers the instant of its answer. */
async function makeReady(served: Served): Promise<Ready> {
  const creator = await register(served)
  const thirdParty = await invite(served, creator)
  const submit = await prepareSubmission(served, thirdParty)
  return {
    creator,
    id: thirdParty.verificationId,
    async submit() {
      const answer = await submit()
      if (answer.status !== 200) throw new Error(`the submission answered ${answer.status}`)
      return Date.now()
    },
  }
}

/** When the record was stored: by the server's clock, which is this machine's. */
async function waitUntilSealed(served: Served, { creator, id }: Ready): Promise<number> {
  for (;;) {
    const answer = await served.app.request(`/api/records/${id}`, { headers: creator.headers })
    const { record } = (await answer.json()) as RecordView
    if (record) return Date.parse(record.sealedAt)
    await wait(50)
  }
}

async function sealOneAfterTheOther(served: Served): Promise<number> {
  const waits: number[] = []
  for (let round = 0; round < completions; round += 1) {
    const verification = await makeReady(served)
    await wait(300)
    const answeredAt = await verification.submit()
    await wait(500)
    waits.push((await waitUntilSealed(served, verification)) - answeredAt)
  }
  // The first ones wait for code that was never run.
  reportTimes('submit answered to sealed and stored', waits.slice(5))
  return computeMedian(waits.slice(5))
}

/** Three times 50 at once; the median. The database is asked what is stored: pages that ask would be a good part of what the server does. */
async function sealAllAtOnce(served: Served, base: string, database: Queryable): Promise<number> {
  const perSecond: number[] = []
  for (let burst = 0; burst < bursts; burst += 1) {
    const verifications: Ready[] = []
    for (let round = 0; round < completionsAtOnce; round += 1) verifications.push(await makeReady(served))
    await wait(1000)
    let tookMs = 0
    const times = await measureHealthDuring(base, async () => {
      await wait(300)
      const startedAt = Date.now()
      await Promise.all(verifications.map((each) => each.submit()))
      tookMs = (await readLastSealedAt(database, verifications)) - startedAt
    })
    perSecond.push((completionsAtOnce * 1000) / tookMs)
    console.log(
      `${completionsAtOnce} completions at once: the last record is stored after ${tookMs} ms, ${perSecond.at(-1)?.toFixed(1)} a second`,
    )
    reportTimes('GET /healthz meanwhile', times)
  }
  return computeMedian(perSecond)
}

/** When the last of these records was stored. */
async function readLastSealedAt(database: Queryable, verifications: readonly Ready[]): Promise<number> {
  const ids = verifications.map(({ id }) => id)
  for (;;) {
    const row = await database.row<{ sealed: number; last: Date }>(sql`
      SELECT count(*) AS sealed, max(sealed_at) AS last FROM sealed_documents WHERE verification_id = ANY(${ids}::uuid[])`)
    if (row && row.sealed >= ids.length) return row.last.getTime()
    // The instants are the database's: to ask more often costs the processors of what is measured and tells nothing more.
    await wait(250)
  }
}

const fourPages: DocumentContent = {
  title: 'A record',
  language: 'en',
  reference: 'reference',
  foot: 'A record',
  unprintableNote: '',
  blocks: [
    {
      block: 'masthead',
      product: 'BENCH',
      title: 'Record of age and identity verification',
      subtitle: 'Completed by both parties',
      qr: {
        url: 'https://assent.example/check#AbCdEfGhIjKlMnOpQrStUv',
        caption: 'Check',
        description: 'QR code',
      },
    },
    {
      block: 'parties',
      parties: [
        { role: 'Creator', name: 'Łucja Nowak', rows: [{ label: 'Date of birth', value: '1990-04-17' }] },
        { role: 'Third party', name: 'Sam O’Neill', rows: [{ label: 'Platform', value: 'Hinge' }] },
      ],
    },
    ...(findConsentText(currentConsentTextVersion, 'age')?.sections ?? []).flatMap(
      ({ heading, paragraphs }) => [
        { block: 'heading' as const, text: heading, level: 3 as const },
        ...paragraphs.map((text) => ({ block: 'paragraph' as const, text })),
      ],
    ),
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
}

/** From the final submission to the stored record, one at a time and 50 at once, beside drawing and sealing alone. */
export async function measureSeals(): Promise<Measured[]> {
  const floor = await measureSealing()
  const measured: Measured[] = []
  await onOwnServer(async (base, dataDir) => {
    const connectionString = await findRunningDatabase(dataDir)
    if (!connectionString) throw new Error('the database of the server does not answer')
    const database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
    const served: Served = {
      clock: systemClock,
      app: { request: (path, init) => fetch(new URL(path, base), init) },
    }
    const waitMs = await sealOneAfterTheOther(served)
    measured.push(
      compare({
        name: 'Final submission to stored record, idle, p50',
        unit: 'ms',
        ours: waitMs,
        floor: floor.oneMs,
        floorIs: 'drawing and sealing alone',
      }),
    )
    const perSecond = await sealAllAtOnce(served, base, database).finally(() => database.close())
    measured.push(
      compare({
        name: `${completionsAtOnce} completions at once, records stored`,
        unit: '/s',
        ours: perSecond,
        floor: floor.perSecond,
        floorIs: 'drawing and sealing alone, 8 at once',
      }),
    )
  })
  return measured
}

if (import.meta.main) for (const each of await measureSeals()) console.log(sayMeasured(each))
