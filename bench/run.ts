// npm run bench [-- --check] [requests|seals|uploads|idle ...]: ours beside its floor, measured in one run. Writes the table and the plot of
// docs/performance.md; with --check it writes nothing, and ends with 1 when a ratio has fallen by more than a fifth from the committed one.
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { drawRatios } from './lib/draw-ratios.ts'
import { type Measured, sayMeasured, showFigure } from './lib/measured.ts'

const suites: Record<string, () => Promise<Measured[]>> = {
  requests: async () => (await import('./requests.ts')).measureRequests(),
  seals: async () => (await import('./seal.ts')).measureSeals(),
  uploads: async () => (await import('./uploads.ts')).measureUploads(),
  idle: async () => (await import('./idle.ts')).measureIdle(),
}

/** By how much of itself a ratio may fall between two runs. */
const tolerance = 0.2

const docs = new URL('../docs/', import.meta.url)
const resultsFile = new URL('performance/results.json', docs)

const wanted = process.argv.slice(2).filter((word) => word !== '--check')
const unknown = wanted.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: ${Object.keys(suites).join(', ')}.`)
  process.exit(2)
}
const before = JSON.parse(await readFile(resultsFile, 'utf8').catch(() => '[]')) as Measured[]
const now: Measured[] = []
for (const [name, measure] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const each of await measure()) {
    now.push(each)
    console.log(sayMeasured(each))
  }
}
process.exitCode = process.argv.includes('--check') ? check() : await write()

function check(): number {
  let fallen = 0
  for (const { name, ratio } of now) {
    const known = before.find((each) => each.name === name)
    if (!known || ratio >= known.ratio * (1 - tolerance)) continue
    fallen += 1
    console.error(
      `${name} has fallen from ${showPercent(known.ratio)} of its floor to ${showPercent(ratio)}.`,
    )
  }
  if (fallen === 0) console.log('No ratio has fallen by more than a fifth.')
  return fallen === 0 ? 0 : 1
}

async function write(): Promise<number> {
  const measured = new Set(now.map(({ name }) => name))
  const all = [...before.filter(({ name }) => !measured.has(name)), ...now]
  await writeFile(resultsFile, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(new URL('performance/ratios.svg', docs), drawRatios(all, before))
  const page = new URL('performance.md', docs)
  const [head = '', rest = ''] = (await readFile(page, 'utf8')).split('<!-- table -->')
  const [, tail = ''] = rest.split('<!-- end of table -->')
  await writeFile(page, `${head}<!-- table -->\n${makeTable(all)}<!-- end of table -->${tail}`)
  console.log('Written to docs/performance.md.')
  return 0
}

function makeTable(all: readonly Measured[]): string {
  const rows = all.map(
    (each) =>
      `| ${each.name} | ${showFigure(each.ours, each.unit)} | ${showFigure(each.floor, each.unit)} | ${each.floorIs} | ${showPercent(each.ratio)} |`,
  )
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`
  return `Measured on ${machine}.\n\n| What | Ours | Floor | The floor is | Ratio |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n\n`
}

function showPercent(ratio: number): string {
  return `${Math.round(ratio * 100)} %`
}
