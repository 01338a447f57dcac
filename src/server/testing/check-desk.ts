import type { IdentityCheck } from '../../contract/identity-check.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { sweepChecksJob } from '../identity-checks/index.ts'
import { sql } from '../platform/database/index.ts'
import { postJson } from './people.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

/** The real app whose identity checks go to a simulator that sends its webhooks to this app. */
export type CheckDesk = SimulatedShop

type Caller = { headers: { authorization: string } }

/** What a document shows, and what the provider finds. */
export const goodDocument = {
  givenNames: 'Łucja',
  surname: 'Nowak',
  birthDate: '1990-04-17',
  outcome: 'verified',
}

export async function openCheckDesk(): Promise<CheckDesk> {
  const desk = await openSimulatedShop('/functions/v1/identity-webhook')
  desk.platform.identityProvider = desk.identityProvider
  return desk
}

/** Where an account's check is, or a third party's with the id of the verification. */
const toAddress = (verificationId?: string) =>
  verificationId ? `/api/public/verifications/${verificationId}/identity-check` : '/api/identity-check'

/** Asks for a check; answers the response. */
export function askCheck(
  desk: CheckDesk,
  by: Caller,
  {
    fullName = 'Łucja Nowak',
    verificationId,
    today = toCalendarDate(desk.clock.now()),
  }: { fullName?: string; verificationId?: string; today?: string } = {},
) {
  return postJson(
    desk,
    toAddress(verificationId),
    verificationId ? { today } : { fullName, today },
    by.headers,
  )
}

/** The provider's page for somebody's check. */
export async function checkPage(
  desk: CheckDesk,
  by: Caller,
  more?: Parameters<typeof askCheck>[2],
): Promise<string> {
  const answer = await askCheck(desk, by, more)
  if (answer.status !== 200) throw new Error(`the check answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

/** Lets every webhook arrive and every job be done that is due. */
export async function settleChecks(desk: CheckDesk): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await desk.simulator.webhooks.idle()
    await desk.runJobs()
  }
}

/** Runs the sweep as the clock does, and what it causes. */
export async function sweepChecks(desk: CheckDesk): Promise<void> {
  await desk.database.transaction((tx) => desk.platform.jobs.enqueue(tx, sweepChecksJob, {}))
  await settleChecks(desk)
}

/** How the newest check stands, as its person reads it. */
export async function checkSeen(
  desk: CheckDesk,
  by: Caller,
  verificationId?: string,
): Promise<IdentityCheck> {
  const answer = await desk.app.request(toAddress(verificationId), { headers: by.headers })
  return (await answer.json()) as IdentityCheck
}

/** Everything that is kept of checks, as text. */
export async function checksKept(desk: CheckDesk): Promise<string> {
  return JSON.stringify(await desk.database.rows(sql`SELECT * FROM identity_checks ORDER BY started_at, id`))
}
