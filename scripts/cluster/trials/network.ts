import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../../src/server/platform/database/index.ts'
import { register } from '../../../src/server/testing/people.ts'
import type { Cluster } from '../layout.ts'
import { readPid, send } from '../processes.ts'
import { waitUntil } from '../until.ts'
import { type Figures, showSeconds } from './figures.ts'
import type { PeopleAt } from './people-at.ts'
import { isClear, makeReady, type Ready, showStatuses, submit, submitUntilDone } from './submissions.ts'

/** Cuts the network between the processes and the database, for `ms`, in the middle of ten submissions. */
export async function tryNetworkCut(
  cluster: Cluster,
  people: PeopleAt,
  figures: Figures,
  ms: number,
): Promise<Ready[]> {
  const ready = await makeReady(people, 10)
  const route = await readPid(cluster, 'haproxy-database')
  const going = ready.map((one) => submit(people, one))
  await wait(200)
  send(route, 'SIGSTOP')
  await wait(ms)
  send(route, 'SIGCONT')
  const backAt = performance.now()
  const outcomes = await Promise.all(going)
  for (const outcome of outcomes)
    figures.expect(
      outcome.status === 200 || isClear(outcome),
      `the network cut: a submission was answered ${outcome.status} ${outcome.code}`,
    )
  await waitUntil('it serves again', async () => {
    const person = await register(people)
    return (await people.app.request('/auth/v1/user', person)).status === 200
  })
  const backMs = performance.now() - backAt
  const longest = Math.max(...outcomes.map(({ ms: taken }) => taken))
  figures.note(
    `the database cut off for ${showSeconds(ms)}`,
    `${showStatuses(outcomes)}; longest ${showSeconds(longest)}; serves ${showSeconds(backMs)} after its return`,
  )
  for (const one of ready)
    if (!one.isAcknowledged)
      figures.expect(
        await submitUntilDone(people, one, Date.now() + 60_000),
        'a submission could not be made in the end',
      )
  await tryJobs(people, figures)
  return ready
}

/** Whether jobs are done again, by a record that was just completed. */
async function tryJobs(people: PeopleAt, figures: Figures): Promise<void> {
  const [one] = await makeReady(people, 1)
  if (!one) return
  await submit(people, one)
  const at = performance.now()
  const sealed = sql`SELECT id FROM sealed_documents WHERE verification_id = ${one.thirdParty.verificationId}`
  await waitUntil('a new record is sealed', async () => (await people.database.row(sealed)) !== null, 30_000)
  figures.note('a record is sealed again', `${showSeconds(performance.now() - at)} after it was completed`)
}
