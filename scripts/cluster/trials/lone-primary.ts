import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, nodes } from '../layout.ts'
import { findPrimary, getFolder, isInStep } from '../postgres.ts'
import { readPid, send } from '../processes.ts'
import { waitUntil } from '../until.ts'
import { type Figures, showSeconds } from './figures.ts'
import type { PeopleAt } from './people-at.ts'
import { isClear, makeReady, type Ready, showStatuses, submit, submitUntilDone } from './submissions.ts'

/** Stops both nodes that follow: what cannot be on a second one is not acknowledged, and comes through when they are back (CLUSTER-6). */
export async function tryLonePrimary(cluster: Cluster, people: PeopleAt, figures: Figures): Promise<Ready[]> {
  await waitUntil('three PostgreSQL in step', () => isInStep(cluster, 2))
  const ready = await makeReady(people, 3)
  const primary = await findPrimary(cluster)
  const followers = nodes.filter((node) => node !== primary)
  const pids: number[] = []
  for (const node of followers) {
    const file = await readFile(join(getFolder(cluster, node), 'data', 'postmaster.pid'), 'utf8')
    const postmaster = Number(file.split('\n')[0])
    pids.push(await readPid(cluster, `patroni-${node}`), postmaster, ...(await listChildren(postmaster)))
  }
  for (const pid of pids) send(pid, 'SIGSTOP')
  const outcomes = await Promise.all(ready.map((one) => submit(people, one)))
  for (const pid of pids) send(pid, 'SIGCONT')
  figures.note(
    'submissions while nobody follows the primary',
    `${showStatuses(outcomes)}; longest ${showSeconds(Math.max(...outcomes.map(({ ms }) => ms)))}`,
  )
  figures.expect(outcomes.every(isClear), 'something was acknowledged that is on one node alone')
  await waitUntil('three PostgreSQL in step again', () => isInStep(cluster, 2))
  await wait(1000)
  for (const one of ready)
    figures.expect(
      await submitUntilDone(people, one, Date.now() + 60_000),
      'a submission could not be made in the end',
    )
  return ready
}

async function listChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
