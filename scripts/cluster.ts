// npm run cluster [-- --port 5500]: runs three Assent processes behind a balancer, with three PostgreSQL nodes under
// Patroni and an S3 server, all on this machine, until Ctrl-C. An example for operators (docs/operations.md).
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { findReasonNotToRun, makeCluster } from './cluster/cluster.ts'
import { bringDown, bringUp } from './cluster/parts.ts'
import { giveUp } from './lib/project.mjs'

const { values } = parseArgs({ options: { port: { type: 'string', default: '5500' } } })
const port = Number(values.port)
if (!Number.isInteger(port) || port < 1024 || port > 65_000)
  giveUp('--port must be the first port of the cluster, from 1024 to 65000.')
const reason = findReasonNotToRun()
if (reason) giveUp(reason)
const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
const cluster = await makeCluster(port)
try {
  await Promise.race([bringUp(cluster), ended])
  await ended
} finally {
  await bringDown(cluster)
}
process.exit(0)
