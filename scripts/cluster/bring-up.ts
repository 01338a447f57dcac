import { buildWhatChanged } from '../lib/build-what-changed.mjs'
import { startAssent } from './assent.ts'
import { type Cluster, findCluster, getPort, makeCluster } from './layout.ts'
import { findReasonNotToRun } from './packages.ts'
import { startDatabase } from './postgres.ts'
import { readRecorded } from './processes.ts'
import { startStore } from './store.ts'

/** Starts what is missing of the cluster in `folder`, all of it the first time, and resolves when it serves. Throws one sentence when it cannot. */
export async function bringUp(
  folder: string,
  fresh: Pick<Cluster, 'firstPort' | 'assent'>,
): Promise<Cluster> {
  const reason = findReasonNotToRun()
  if (reason) throw new Error(reason)
  const cluster = (await findCluster(folder)) ?? (await makeCluster(folder, fresh))
  const runs = (await readRecorded(cluster)).some(({ name }) => name.startsWith('assent-'))
  // A process that runs finds the rest of its own build no more once there is another.
  if (!runs) await buildWhatChanged()
  console.log(`Logs are in ${folder}/log.`)
  console.log('PostgreSQL under Patroni, three nodes ...')
  await startDatabase(cluster)
  console.log('the S3 server ...')
  await startStore(cluster)
  console.log('Assent, three processes ...')
  await startAssent(cluster)
  console.log(`The cluster is ready at http://localhost:${getPort(cluster, 'people')}`)
  return cluster
}
