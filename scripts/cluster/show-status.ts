import { type Cluster, getPort, nodes } from './layout.ts'
import { findPrimary } from './postgres.ts'
import { readRecorded } from './processes.ts'
import { askStatus } from './until.ts'

/** Prints what lives and who is the primary; answers whether people are served. */
export async function showStatus(cluster: Cluster): Promise<boolean> {
  for (const { name, pid } of await readRecorded(cluster)) console.log(`${name.padEnd(20)} ${pid}`)
  const primary = await findPrimary(cluster)
  console.log(`The primary is ${primary ? `postgres-${primary}` : 'nobody'}.`)
  for (const node of nodes) {
    const isReady = (await askStatus(getPort(cluster, 'assent', node), '/readyz')) === 200
    console.log(`assent-${node} is ${isReady ? 'ready' : 'not ready'}.`)
  }
  const serves = (await askStatus(getPort(cluster, 'people'), '/readyz')) === 200
  console.log(
    serves ? `People are served at http://localhost:${getPort(cluster, 'people')}` : 'Nobody is served.',
  )
  return serves
}
