// npm run test:faults: kills, power cuts and database restarts at random points, and whether everything acknowledged was finished. With
// everything it takes about an hour; fewer: npm run test:faults -- --kills 20 --cuts 2 --restarts 10 --seed 7
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runKills } from './faults/kills.ts'
import { findReasonNotToCut } from './faults/power.ts'
import { runPowerCuts } from './faults/power-cuts.ts'
import { runRestarts } from './faults/restarts.ts'
import { createSeededRandom } from './faults/seeded-random.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    cuts: { type: 'string', default: '20' },
    restarts: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seed = Number(values.seed)
console.log(`seed ${seed}`)
const folder = await mkdtemp(join(tmpdir(), 'assent-faults-'))
// PostgreSQL's own user passes through.
await chmod(folder, 0o755)
const faults: string[] = []
try {
  console.log(`${values.restarts} restarts of the database under load`)
  faults.push(...(await runRestarts(Number(values.restarts), folder, createSeededRandom(seed))))
  const reason = findReasonNotToCut()
  if (reason) console.log(`No power is cut: ${reason}.`)
  else {
    console.log(`${values.cuts} power cuts`)
    faults.push(...(await runPowerCuts(Number(values.cuts), folder, createSeededRandom(seed + 1))))
  }
  console.log(`${values.kills} kills`)
  faults.push(...(await runKills(Number(values.kills), folder, createSeededRandom(seed + 2))))
} finally {
  await rm(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(`FAULT ${fault}`)
console.log(
  faults.length === 0 ? 'Everything acknowledged was finished.' : `${faults.length} faults, seed ${seed}`,
)
process.exit(faults.length === 0 ? 0 : 1)
