import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../../src/server/platform/database/index.ts'
import { openLivePage } from '../../../src/server/testing/live-page.ts'
import { knock, personCreation, postJson, register } from '../../../src/server/testing/people.ts'
import { startReplica, waitUntilReady } from '../assent.ts'
import { type Cluster, getPort, nodes } from '../layout.ts'
import { stopProcess } from '../processes.ts'
import { type Figures, showSeconds } from './figures.ts'
import { type PeopleAt, putBehindOneAddress } from './people-at.ts'
import {
  makeIdempotencyHeader,
  makeReady,
  type Outcome,
  type Ready,
  showStatuses,
  submit,
  tell,
} from './submissions.ts'

/** What three processes share, asked through the balancer, which gives each request to the next one. */
export async function tryReplicas(cluster: Cluster, people: PeopleAt, figures: Figures): Promise<Ready[]> {
  const ready = await makeReady(people, 6)
  const [first] = ready
  if (!first) throw new Error('there are six')
  const outcomes = await Promise.all(ready.map((one) => submit(people, one)))
  figures.expect(
    outcomes.every(({ status }) => status === 200),
    'a whole journey did not end well',
  )
  const twice = await Promise.all(
    [1, 2, 3].map(() =>
      tell(() => people.app.request(`/api/verifications/${first.thirdParty.verificationId}`, first.creator)),
    ),
  )
  figures.expect(
    twice.every(({ status }) => status === 200),
    'a session is not known at every process',
  )

  const ada = await register(people)
  const creations = await Promise.all(
    Array.from({ length: 9 }, () =>
      tell(() => postJson(people, '/api/verifications', personCreation(people), ada.headers)),
    ),
  )
  figures.note('nine at once for the one that is left', showStatuses(creations))
  figures.expect(
    creations.filter(({ status }) => status === 201).length === 1,
    'an allowance was given more than once, or never',
  )

  const ben = await register(people)
  const headers = { ...ben.headers, ...makeIdempotencyHeader() }
  // Not somebody whom others wrote to: a second mail would not show.
  const thirdPartyEmail = `third-party-${randomUUID()}@example.com`
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () =>
      (
        await postJson(people, '/api/verifications', { ...personCreation(people), thirdPartyEmail }, headers)
      ).text(),
    ),
  )
  figures.expect(new Set(answers).size === 1, 'one Idempotency-Key had several answers')
  const rows = await people.database.rows(sql`SELECT id FROM verifications WHERE user_id = ${ben.id}`)
  figures.expect(rows.length === 1, 'one Idempotency-Key made several verifications')

  const [created] = rows as { id: string }[]
  const eve = putBehindOneAddress(cluster, people)
  const knocks: Outcome[] = []
  for (let n = 0; n < 12; n += 1)
    knocks.push(await tell(() => knock(eve, created?.id ?? '', 'eve@example.com')))
  figures.note('twelve wrong addresses at a gate', showStatuses(knocks))
  figures.expect(
    knocks.some(({ status }) => status === 429),
    'wrong addresses are not counted together',
  )
  return ready
}

/** Stops and starts each process under requests and with an open page: nothing is refused, and the page comes back. */
export async function tryRollingRestart(cluster: Cluster, people: PeopleAt, figures: Figures): Promise<void> {
  const ada = await register(people)
  const outcomes: Outcome[] = []
  let isOver = false
  const asking = [1, 2, 3].map(async () => {
    while (!isOver) outcomes.push(await tell(() => people.app.request('/api/verifications', ada)))
  })
  const away: number[] = []
  const origin = `http://localhost:${getPort(cluster, 'people')}`
  const app = { request: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init) }
  let page = await openLivePage(app, ada)
  const watching = (async () => {
    while (!isOver) {
      while ((await page.next().catch(() => null)) !== null);
      if (isOver) return
      const endedAt = performance.now()
      page = await openLivePage(app, ada)
      figures.expect(page.answer.status === 200, `an open page came back to ${page.answer.status}`)
      away.push(performance.now() - endedAt)
    }
  })()
  for (const node of nodes) {
    await stopProcess(cluster, `assent-${node}`)
    await startReplica(cluster, node)
    await waitUntilReady(cluster, node)
    // The balancer has to have it in its turn before the next one goes.
    await wait(2000)
  }
  isOver = true
  page.leave()
  await Promise.all([...asking, watching.catch(() => {})])
  figures.note('requests during a rolling restart', showStatuses(outcomes))
  figures.note('longest of them', showSeconds(Math.max(...outcomes.map(({ ms }) => ms))))
  figures.note(
    'streams that were sent elsewhere, longest gap',
    `${away.length}, ${showSeconds(Math.max(0, ...away))}`,
  )
  figures.expect(
    outcomes.every(({ status }) => status === 200),
    'a rolling restart dropped requests',
  )
}
