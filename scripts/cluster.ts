// npm run cluster -- up [FOLDER] [--ports 5500] | status [FOLDER] | down [FOLDER] [--remove]: three Assent processes behind a balancer, on three
// PostgreSQL nodes under Patroni and an S3 server, all on this machine; an example for operators (docs/operations.md).
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bringDown } from './cluster/bring-down.ts'
import { bringUp } from './cluster/bring-up.ts'
import { findCluster } from './cluster/layout.ts'
import { showStatus } from './cluster/show-status.ts'
import { giveUp } from './lib/project.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ports: { type: 'string', default: '5500' }, remove: { type: 'boolean', default: false } },
})
const [word, given = '/var/tmp/assent-cluster'] = positionals
const folder = resolve(given)

if (word === 'up') {
  const port = Number(values.ports)
  if (!Number.isInteger(port) || port < 1024 || port > 65_000)
    giveUp('--ports takes the first port of the cluster, from 1024 to 65000.')
  await bringUp(folder, { firstPort: port, assent: {} }).catch((error: Error) => giveUp(error.message))
} else if (word === 'down' || word === 'status') {
  const cluster = await findCluster(folder)
  if (!cluster) giveUp(`There is no cluster in ${folder}: npm run cluster -- up ${folder} makes one.`)
  else if (word === 'down') await bringDown(cluster, { removing: values.remove })
  else process.exitCode = (await showStatus(cluster)) ? 0 : 1
} else {
  giveUp(
    'Say what to do: npm run cluster -- up | status | down, and a folder if it is not /var/tmp/assent-cluster.',
  )
}
