import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../layout.ts'
import { findPrimary, getFolder, isInStep, startPatroni } from '../postgres.ts'
import { readPid, send } from '../processes.ts'
import { waitUntil } from '../until.ts'
import { type Figures, showSeconds } from './figures.ts'
import type { PeopleAt } from './people-at.ts'
import { isClear, makeReady, type Ready, showStatuses, submit, submitUntilDone } from './submissions.ts'

const atOnce = 50
const answersAgainWithinMs = 30_000

/** Kills the primary in the middle of 50 submissions, `rounds` times: its PostgreSQL alone, and every second time all of its machine. */
export async function tryFailover(
  cluster: Cluster,
  people: PeopleAt,
  figures: Figures,
  rounds: number,
): Promise<Ready[]> {
  const all: Ready[] = []
  const waits: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await waitUntil('three PostgreSQL in step', () => isInStep(cluster, 2))
    const ready = await makeReady(people, atOnce)
    all.push(...ready)
    const going = ready.map((one) => submit(people, one))
    await wait(200 + Math.random() * 2500)
    const isMachine = round % 2 === 1
    const killed = await killPrimary(cluster, isMachine)
    const killedAt = Date.now()
    const again = waitForAnswer(people, ready, killedAt)
    const outcomes = await Promise.all(going)
    const backMs = await again
    waits.push(backMs)
    figures.expect(
      backMs <= answersAgainWithinMs,
      `round ${round}: answers again after ${showSeconds(backMs)} only`,
    )
    for (const outcome of outcomes) {
      const isAsPromised = outcome.status === 200 || isClear(outcome)
      figures.expect(
        isAsPromised,
        `round ${round}: a submission was answered ${outcome.status} ${outcome.code}`,
      )
    }
    const finished = await Promise.all(
      ready.map((one) => one.isAcknowledged || submitUntilDone(people, one, killedAt + 90_000)),
    )
    figures.expect(finished.every(Boolean), `round ${round}: not every submission could be made in the end`)
    figures.note(
      `round ${round + 1}, ${isMachine ? 'machine' : 'PostgreSQL'} ${killed} killed`,
      `${showStatuses(outcomes)}; serves after ${showSeconds(backMs)}`,
    )
    if (isMachine) await startPatroni(cluster, killed)
  }
  if (waits.length > 0)
    figures.note('a killed primary: longest until served again', showSeconds(Math.max(...waits)))
  return all
}

/** Milliseconds from the kill until a write is acknowledged: somebody's submission, or a change of somebody's settings. */
async function waitForAnswer(people: PeopleAt, ready: Ready[], killedAt: number): Promise<number> {
  const [someone] = ready
  const body = JSON.stringify({ data: { address: '12 Long Street, Leeds' } })
  for (;;) {
    const headers = { ...someone?.creator.headers, 'content-type': 'application/json' }
    const answer = await Promise.resolve(
      people.app.request('/auth/v1/user', { method: 'PUT', headers, body }),
    ).catch(() => null)
    // One that was answered before the kill was noticed says nothing.
    if (answer?.status === 200 && Date.now() - killedAt > 1000) return Date.now() - killedAt
    if (Date.now() - killedAt > 120_000) return Number.POSITIVE_INFINITY
    await wait(100)
  }
}

async function killPrimary(cluster: Cluster, isMachine: boolean) {
  const primary = await findPrimary(cluster)
  if (!primary) throw new Error('there is no primary to kill')
  const file = join(getFolder(cluster, primary), 'data', 'postmaster.pid')
  const [postmaster] = (await readFile(file, 'utf8')).split('\n')
  if (isMachine) send(await readPid(cluster, `patroni-${primary}`), 'SIGKILL')
  send(Number(postmaster), 'SIGKILL')
  return primary
}
