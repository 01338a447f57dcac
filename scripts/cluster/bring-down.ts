import { rm } from 'node:fs/promises'
import type { Cluster } from './layout.ts'
import { readRecorded, stopProcess } from './processes.ts'

/** Ends what `up` started, the last first, by the process ids that it wrote down; then removes the folder where asked. */
export async function bringDown(cluster: Cluster, { removing }: { removing: boolean }): Promise<void> {
  const groups = ['haproxy-web', 'assent-', 'patroni-', '']
  for (const prefix of groups) {
    const names = (await readRecorded(cluster))
      .map(({ name }) => name)
      .filter((name) => name.startsWith(prefix))
    await Promise.all(names.map((name) => stopProcess(cluster, name)))
  }
  if (removing) await rm(cluster.folder, { recursive: true, force: true })
  console.log(removing ? `The cluster is down, and ${cluster.folder} removed.` : 'The cluster is down.')
}
