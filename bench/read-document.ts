// npm run measure:reading -- [--pictures 119] [--seed 1000] [--server]: how well and how fast pictures of documents of made-up people are read. Without a
// seed one is drawn, and said. With --server a built server runs beside it: how quick it stays meanwhile, and whether the memory comes back.
// Wants the font OCR B (Debian: apt-get install fonts-ocr-b).
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { judge, readContent, type Verdict } from '../src/domain/identity-document/verdict.ts'
import { createDocumentReader } from '../src/server/platform/document-reader/index.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { drawDocument, type MadeUpKind, madeUpKinds } from './documents/draw-document.ts'
import { type MadeUpPerson, makeUpPerson } from './documents/made-up-person.ts'
import { type Distortion, distortions, photograph } from './documents/photograph.ts'
import { createSeeded } from './documents/seeded.ts'
import { onOwnServer } from './own-server.ts'

const day = '2026-11-22'
const { values: options } = parseArgs({
  options: {
    pictures: { type: 'string', default: '119' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    server: { type: 'boolean', default: false },
  },
})

const faults = ['read', 'not read', 'wrong fields', 'wrong dates'] as const
type Result = { kind: MadeUpKind; distortion: Distortion; fault: (typeof faults)[number]; ms: number }

if (!spawnSync('fc-list', ['OCR B']).stdout?.toString()) {
  console.error('The font OCR B is missing: apt-get install fonts-ocr-b (Debian), then start again.')
  process.exit(1)
}

if (options.server) await onOwnServer(measureBesideServer)
else await measure((reader) => reader.close())

async function measureBesideServer(base: string): Promise<void> {
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), { workerData: base })
  await measure(async (reader) => {
    const answered = new Promise<number[]>((resolve) => probe.once('message', resolve))
    probe.postMessage('stop')
    const health = await answered
    console.log(`\n/healthz meanwhile: p99 ${pickAt(health, 0.99)} ms of ${health.length}`)
    const { MemTotal, ...before } = await readMemory()
    await wait(40_000)
    const after = await readMemory()
    console.log(
      `memory in use 40 s after the last picture: ${before.used - after.used} MB less of ${MemTotal} MB`,
    )
    await reader.close()
  })
}

async function measure(end: (reader: ReturnType<typeof createDocumentReader>) => Promise<void>) {
  console.log(`seed ${options.seed}`)
  const reader = createDocumentReader({ logger: silentLogger, idleMs: 20_000, maxMs: 120_000 })
  const results: Result[] = []
  // The first one starts the process, and is not counted.
  for (let at = -1; at < Number(options.pictures); at += 1) {
    // As many kinds as distortions have no common divisor, so that each kind meets each distortion.
    const kind = madeUpKinds.at(at % madeUpKinds.length) ?? 'passport (TD3)'
    const distortion = distortions.at(at % distortions.length) ?? 'straight'
    const random = createSeeded(Number(options.seed) + at)
    const person = makeUpPerson(random)
    const picture = await photograph(drawDocument(kind, person, random), distortion, random)
    const startedAt = performance.now()
    const sighting = await reader.see(picture, day)
    const ms = performance.now() - startedAt
    const claims = { fullName: `${person.givenNames} ${person.surname}`, dateOfBirth: person.dateOfBirth }
    const fault = findFault(sighting && judge(readContent(sighting, day), claims, day), kind, person)
    if (fault !== 'read') console.log(`${fault}: ${kind}, ${distortion}, picture ${at}`)
    if (at >= 0) results.push({ kind, distortion, fault, ms })
  }
  report(results)
  await end(reader)
}

function findFault(verdict: Verdict | null, kind: MadeUpKind, person: MadeUpPerson): Result['fault'] {
  if (verdict === null || verdict.birthDateAgrees === null) return 'not read'
  if (!verdict.birthDateAgrees || verdict.outcome === 'expired') return 'wrong dates'
  const state = /^(?:US|Canadian|UK)/.exec(kind)?.[0]
  const expected = state ? { US: 'USA', Canadian: 'CAN', UK: 'GBR' }[state] : person.state
  return verdict.nameAgrees && verdict.issuingState === expected ? 'read' : 'wrong fields'
}

function report(results: readonly Result[]): void {
  console.log(`\n| | ${faults.join(' | ')} | median |\n| --- |${' --- |'.repeat(faults.length + 1)}`)
  const say = (name: string, of: readonly Result[]) => {
    const counts = faults.map((fault) => of.filter((result) => result.fault === fault).length)
    console.log(
      `| ${name} | ${counts.join(' | ')} | ${pickAt(
        of.map(({ ms }) => ms),
        0.5,
      )} ms |`,
    )
  }
  for (const kind of madeUpKinds)
    say(
      kind,
      results.filter((result) => result.kind === kind),
    )
  for (const distortion of distortions)
    say(
      distortion,
      results.filter((result) => result.distortion === distortion),
    )
  say(
    '**zones**',
    results.filter(({ kind }) => /TD\d/.test(kind)),
  )
  say(
    '**barcodes**',
    results.filter(({ kind }) => kind.includes('PDF417')),
  )
  say('**all**', results)
  console.log(
    `\nreading time: 95 % below ${pickAt(
      results.map(({ ms }) => ms),
      0.95,
    )} ms`,
  )
}

function pickAt(times: readonly number[], share: number): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0)
}

/** Megabytes, of the whole machine. */
async function readMemory(): Promise<{ MemTotal: number; used: number }> {
  const text = await readFile('/proc/meminfo', 'utf8')
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) / 1024)
  return { MemTotal: of('MemTotal'), used: of('MemTotal') - of('MemAvailable') }
}
