import type { IdentityCheck } from '../../contract/identity-check.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { sweepChecksJob } from '../identity-checks/index.ts'
import { sql } from '../platform/database/index.ts'
import { postJson } from './people.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

/** The real app whose identity checks go to a simulator that sends its webhooks to this app. */
export type CheckDesk = SimulatedShop & {
  /** Lets every webhook arrive and every job be done that is due. */
  settle(): Promise<void>
  /** Runs the sweep as the clock does, and what it causes. */
  sweep(): Promise<void>
  /** Everything that is kept of checks, as text. */
  readKept(): Promise<string>
}

type Caller = { headers: { authorization: string } }

/** What a document shows, and what the provider finds. */
export const goodDocument = {
  givenNames: 'Łucja',
  surname: 'Nowak',
  birthDate: '1990-04-17',
  outcome: 'verified',
}

export async function openCheckDesk(): Promise<CheckDesk> {
  const shop = await openSimulatedShop('/functions/v1/identity-webhook')
  shop.platform.identityProvider = shop.identityProvider
  async function settle() {
    for (let round = 0; round < 2; round++) {
      await shop.simulator.webhooks.idle()
      await shop.runJobs()
    }
  }
  return {
    ...shop,
    settle,
    async sweep() {
      await shop.database.transaction((tx) => shop.platform.jobs.enqueue(tx, sweepChecksJob, {}))
      await settle()
    },
    async readKept() {
      return JSON.stringify(
        await shop.database.rows(sql`SELECT * FROM identity_checks ORDER BY started_at, id`),
      )
    },
  }
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

/** The provider's page for a person's check. */
export async function checkPage(
  desk: CheckDesk,
  by: Caller,
  more?: Parameters<typeof askCheck>[2],
): Promise<string> {
  const answer = await askCheck(desk, by, more)
  if (answer.status !== 200) throw new Error(`the check answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

/** The state of the newest check, for its person. */
export async function checkSeen(
  desk: CheckDesk,
  by: Caller,
  verificationId?: string,
): Promise<IdentityCheck> {
  const answer = await desk.app.request(toAddress(verificationId), { headers: by.headers })
  return (await answer.json()) as IdentityCheck
}
