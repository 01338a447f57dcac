// npm run mutants -- --seed SEED [--count 300] [--again] [--map]: puts small mistakes into the code, one at a time, and
// counts those that a test finds. --again runs those again that no test found; --map finds out again which test file
// reaches which mutant. A run that was stopped continues where it was. Results are in .cache/mutants.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, node } from './lib/install.mjs'
import { inProject, root } from './lib/project.mjs'
import { run } from './lib/run.mjs'
import { mapFile, mutantsFolder, readLines, readMap } from './mutants/map.ts'
import { isMutated, type Mutant, mutate } from './mutants/mutate.ts'

/** `survived`: every test that reaches it passed. `unfinished`: so did those that ran in two minutes. */
type Result = { id: string; outcome: 'killed' | 'survived' | 'unfinished'; seconds: number }

const areas = [
  'domain',
  'server/verifications',
  'server/accounts',
  'server/documents',
  'server/records',
  'server/plans',
]
const secondsEach = 120
const vitest = [
  inProject('node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  'scripts/mutants/vitest.config.ts',
]

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '300' },
    again: { type: 'boolean', default: false },
    map: { type: 'boolean', default: false },
  },
})
const seed = values.seed ?? createHash('sha256').update(String(Date.now())).digest('hex').slice(0, 8)
const resultsFile = join(mutantsFolder, `${seed}.jsonl`)

await ensureInstalled()
mkdirSync(mutantsFolder, { recursive: true })
if (values.map) rmSync(mapFile, { force: true })
if (!existsSync(mapFile)) await makeMap()

const all = listMutants()
const sample = all
  .filter(({ file }) => areas.some((area) => file.startsWith(`src/${area}/`)))
  .map((mutant) => ({
    mutant,
    place: createHash('sha256')
      .update(seed + mutant.id)
      .digest('hex'),
  }))
  .toSorted((a, b) => (a.place < b.place ? -1 : 1))
  .slice(0, Number(values.count))
  .map(({ mutant }) => mutant)
const reaches = readMap()
const results = new Map(readLines<Result>(resultsFile).map((result) => [result.id, result]))
const waiting = sample.filter(({ id }) => {
  const outcome = results.get(id)?.outcome
  return !outcome || (values.again && outcome !== 'killed')
})
console.log(`Seed ${seed}: ${sample.length} of ${all.length} mutants, ${waiting.length} to run.`)
await Promise.all(Array.from({ length: availableParallelism() }, runNext))
printSummary()

async function makeMap(): Promise<void> {
  console.log('Finding out which test reaches which mutant ...')
  const unfinished = `${mapFile}.unfinished`
  rmSync(unfinished, { force: true })
  const env = { ...process.env, MUTANTS_MAP: unfinished }
  const code = await run(node, [...vitest, '--silent'], { env })
  if (code !== 0) throw new Error('The tests fail without a mutant.')
  renameSync(unfinished, mapFile)
}

function listMutants(): Mutant[] {
  const files = readdirSync(inProject('src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter(isMutated)
  return files.flatMap((file) => mutate(file, readFileSync(join(root, file), 'utf8')).mutants)
}

async function runNext(): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const startedAt = performance.now()
    const outcome = await tryMutant(mutant)
    const result: Result = {
      id: mutant.id,
      outcome,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
    results.set(mutant.id, result)
    appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
    console.log(`${outcome} after ${result.seconds} s  ${mutant.file}:${mutant.line}  ${mutant.change}`)
  }
}

/** Runs the tests that reach a mutant until one fails: those of its folder, then the others, quickest first. */
async function tryMutant(mutant: Mutant): Promise<Result['outcome']> {
  const files = listTests(mutant)
  if (files.length === 0) return 'survived'
  const env = { ...process.env, MUTANT: mutant.id, TEST_FILES: files.join(',') }
  const startedAt = performance.now()
  const args = [...vitest, '--bail=1', '--maxWorkers=1', '--reporter=dot', ...files]
  const code = await run(node, args, {
    env,
    stdio: 'ignore',
    timeout: secondsEach * 1000,
    killSignal: 'SIGINT',
  })
  if (performance.now() - startedAt >= secondsEach * 1000) return 'unfinished'
  return code === 0 ? 'survived' : 'killed'
}

/** A mutant that is newer than the map, or is made when its file is loaded, has the tests of all mutants of its file. */
function listTests({ id, file, isAtLoad }: Mutant): string[] {
  const isKnown = !isAtLoad && reaches.some(({ ids }) => ids.includes(id))
  const wanted = isKnown
    ? new Set([id])
    : new Set(all.filter((each) => each.file === file).map((each) => each.id))
  const isFar = (test: string) => Number(!test.startsWith(`${dirname(file)}/`))
  return reaches
    .filter((reach) => reach.ids.some((each) => wanted.has(each)) && existsSync(inProject(reach.file)))
    .map((reach) => reach.file)
    .toSorted((a, b) => isFar(a) - isFar(b))
}

function printSummary(): void {
  for (const area of areas) {
    const ran = sample.filter(({ file }) => file.startsWith(`src/${area}/`))
    const killed = ran.filter(({ id }) => results.get(id)?.outcome === 'killed')
    console.log(`${area}: ${killed.length} of ${ran.length} killed`)
  }
  const left = sample.filter(({ id }) => results.get(id)?.outcome !== 'killed')
  for (const { id, file, line, change } of left) {
    console.log(`${results.get(id)?.outcome}  ${file}:${line}  ${change}`)
  }
  console.log(`Seed ${seed}: ${sample.length - left.length} of ${sample.length} killed.`)
}
