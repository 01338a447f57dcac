// npm run cluster:test: brings a cluster up, harms each of its parts, compares what is there with what was acknowledged, and takes it down.
// Fewer: npm run cluster:test -- --rounds 2 --cut-seconds 20; on other ports, and leaving it there: --ports 5600 --folder /tmp/cluster --keep
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bringDown } from './cluster/bring-down.ts'
import { bringUp } from './cluster/bring-up.ts'
import { findReasonNotToRun } from './cluster/packages.ts'
import { auditCluster } from './cluster/trials/audit.ts'
import { tryFailover } from './cluster/trials/failover.ts'
import { Figures, showSeconds } from './cluster/trials/figures.ts'
import { tryLonePrimary } from './cluster/trials/lone-primary.ts'
import { tryNetworkCut } from './cluster/trials/network.ts'
import { createPeopleAt } from './cluster/trials/people-at.ts'
import { tryReplicas, tryRollingRestart } from './cluster/trials/replicas.ts'
import { tryStoreFailures } from './cluster/trials/store-failures.ts'
import { giveUp } from './lib/project.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    'cut-seconds': { type: 'string', default: '60' },
    ports: { type: 'string', default: '5530' },
    folder: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const reason = findReasonNotToRun()
if (reason) giveUp(reason)
const startedAt = performance.now()
const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), 'assent-cluster-'))
// Each engine's own user passes through.
if (!values.folder) await chmod(folder, 0o755)
const cluster = await bringUp(folder, {
  firstPort: Number(values.ports),
  // Reading pictures takes the processor from what is tried here.
  assent: { DOCUMENT_READING: 'off', LOG_LEVEL: 'warn' },
})
const figures = new Figures()
figures.note('brought up in', showSeconds(performance.now() - startedAt))
const people = createPeopleAt(cluster)
try {
  const all = await tryReplicas(cluster, people, figures)
  await tryRollingRestart(cluster, people, figures)
  all.push(...(await tryFailover(cluster, people, figures, Number(values.rounds))))
  all.push(...(await tryLonePrimary(cluster, people, figures)))
  all.push(...(await tryNetworkCut(cluster, people, figures, Number(values['cut-seconds']) * 1000)))
  all.push(...(await tryStoreFailures(cluster, people, figures)))
  await auditCluster(cluster, people, figures, all)
} catch (error) {
  figures.expect(false, `the trial could not go on: ${error instanceof Error ? error.stack : error}`)
} finally {
  await people.close()
  if (!values.keep) await bringDown(cluster, { removing: figures.faults.length === 0 })
}
figures.note('all of it', showSeconds(performance.now() - startedAt))
console.log('')
figures.print()
for (const fault of figures.faults) console.error(`FAULT ${fault}`)
console.log(figures.faults.length === 0 ? 'Everything held.' : `${figures.faults.length} faults.`)
process.exit(figures.faults.length === 0 ? 0 : 1)
