// node_modules/.bin/node bench/read-document.ts [pictures of each kind and distortion, 6]: how well and how fast documents of made-up people
// are read, how quick the server stays meanwhile, and whether the memory comes back. Wants the font OCR B (Debian: apt-get install fonts-ocr-b).
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { judge } from '../src/domain/identity-document/verdict.ts'
import { createDocumentReader } from '../src/server/platform/document-reader/index.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { drawDocument, type MadeUpKind, madeUpKinds } from './documents/draw-document.ts'
import { makeUpPerson } from './documents/made-up-person.ts'
import { type Distortion, distortions, photograph } from './documents/photograph.ts'
import { createSeeded } from './documents/seeded.ts'
import { onOwnServer } from './own-server.ts'

const day = '2026-11-22'
const pictures = Number(process.argv[2] ?? 6)
const firstSeed = Number(process.argv[3] ?? 1000)

type Result = { kind: MadeUpKind; distortion: Distortion; isRead: boolean; ms: number }

if (!spawnSync('fc-list', ['OCR B']).stdout?.toString()) {
  console.error('The font OCR B is missing: apt-get install fonts-ocr-b (Debian), then start again.')
  process.exit(1)
}

await onOwnServer(async (base) => {
  const reader = createDocumentReader({ logger: silentLogger, idleMs: 20_000, maxMs: 120_000 })
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), { workerData: base })
  await reader.see(await makePicture('passport (TD3)', 'straight', 1).then(({ picture }) => picture), day)
  const results: Result[] = []
  const wrong: string[] = []
  let seed = firstSeed
  for (const kind of madeUpKinds) {
    for (const distortion of distortions) {
      for (let at = 0; at < pictures; at += 1) {
        const { picture, claims } = await makePicture(kind, distortion, ++seed)
        const startedAt = performance.now()
        const sighting = await reader.see(picture, day)
        const ms = performance.now() - startedAt
        const verdict = sighting && judge(sighting, claims, day)
        if (verdict?.birthDateAgrees === false) wrong.push(`${kind}, ${distortion}, seed ${seed}`)
        const isRead = verdict?.outcome === 'read'
        if (!isRead)
          console.log(
            `not read: ${kind}, ${distortion}, seed ${seed}: ${verdict?.outcome} ${verdict?.reason ?? ''}`,
          )
        results.push({ kind, distortion, isRead, ms })
      }
    }
  }
  const answered = new Promise<number[]>((resolve) => probe.once('message', resolve))
  probe.postMessage('stop')
  const health = await answered
  report(results, wrong)
  console.log(`\n/healthz meanwhile: p99 ${pickAt(health, 0.99)} ms of ${health.length}`)
  const { MemTotal, ...before } = await readMemory()
  await wait(40_000)
  const after = await readMemory()
  console.log(
    `memory in use 40 s after the last picture: ${before.used - after.used} MB less of ${MemTotal} MB`,
  )
  await reader.close()
})

async function makePicture(kind: MadeUpKind, distortion: Distortion, seed: number) {
  const random = createSeeded(seed)
  const person = makeUpPerson(random)
  const picture = await photograph(drawDocument(kind, person, random), distortion, random)
  const claims = { fullName: `${person.givenNames} ${person.surname}`, dateOfBirth: person.dateOfBirth }
  return { picture, claims }
}

function report(results: readonly Result[], wrong: readonly string[]): void {
  const share = (of: readonly Result[]) => `${of.filter(({ isRead }) => isRead).length}/${of.length}`
  console.log(
    `\n| Kind | ${distortions.join(' | ')} | all |\n| --- |${' --- |'.repeat(distortions.length + 1)}`,
  )
  for (const kind of madeUpKinds) {
    const own = results.filter((result) => result.kind === kind)
    const cells = distortions.map((distortion) =>
      share(own.filter((result) => result.distortion === distortion)),
    )
    console.log(`| ${kind} | ${cells.join(' | ')} | ${share(own)} |`)
  }
  const times = results.map(({ ms }) => ms)
  console.log(
    `\nwrong birth dates accepted: ${wrong.length} of ${results.length}${wrong.map((where) => `\n${where}`).join('')}`,
  )
  console.log(`reading time: p50 ${pickAt(times, 0.5)} ms, p95 ${pickAt(times, 0.95)} ms`)
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
