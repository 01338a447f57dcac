import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  createVerification,
  enter,
  type Person,
  post,
  register,
  type ThirdParty,
  wholeSubmission,
} from '../../../src/server/testing/people.ts'
import type { PeopleAt } from './people-at.ts'

/** A third party with everything filled in, and whose verification it is. `isAcknowledged`: they were told that it is done. */
export type Ready = {
  creator: Person
  thirdParty: ThirdParty
  fields: Record<string, string>
  isAcknowledged: boolean
}

/** How one try went: the status, 0 where the connection ended without one. */
export type Outcome = { status: number; code: string; ms: number }

/**
 * Brings `count` verifications to the point before the last button, each of an account of its own; a few at a time. Accounts are made one
 * after the other: confirming an address by hand forgets the limits of everybody's mailbox, which two at once would deadlock over.
 */
export async function makeReady(people: PeopleAt, count: number): Promise<Ready[]> {
  const ready: Ready[] = []
  const creators: Person[] = []
  while (creators.length < count) creators.push(await register(people))
  const lanes = Array.from({ length: 5 }, async (_, lane) => {
    for (const creator of creators.filter((_, n) => n % 5 === lane)) {
      // A mailbox of their own: whose limits withhold nothing, and in which a second mail shows.
      const thirdPartyEmail = `third-party-${randomUUID()}@example.com`
      const { id } = await createVerification(people, creator, { type: 'person', thirdPartyEmail })
      const thirdParty = await enter(people, id, thirdPartyEmail)
      const fields = await wholeSubmission(people, thirdParty)
      ready.push({ creator, thirdParty, fields, isAcknowledged: false })
    }
  })
  await Promise.all(lanes)
  return ready
}

/** Presses the last button once. */
export async function submit(people: PeopleAt, one: Ready): Promise<Outcome> {
  const outcome = await tell(() => post(people, one.thirdParty, one.fields))
  if (outcome.status === 200) one.isAcknowledged = true
  return outcome
}

/** Presses it again, as people do who were told to, until it is done or was done before. Answers whether that came in time. */
export async function submitUntilDone(people: PeopleAt, one: Ready, until: number): Promise<boolean> {
  while (Date.now() < until) {
    const { status } = await submit(people, one)
    if (status === 200 || status === 409 || status === 410 || status === 401 || status === 404) return true
    await wait(250)
  }
  return false
}

/** What a request came to. */
export async function tell(ask: () => Promise<Response> | Response): Promise<Outcome> {
  const askedAt = performance.now()
  try {
    const answer = await ask()
    const isProblem = answer.headers.get('content-type')?.includes('problem+json')
    const code = isProblem ? String(((await answer.json()) as { code?: string }).code) : ''
    return { status: answer.status, code, ms: performance.now() - askedAt }
  } catch {
    return { status: 0, code: '', ms: performance.now() - askedAt }
  }
}

/** Whether a refusal says plainly that it was not the person's fault and that they may try again. */
export function isClear({ status, code }: Outcome): boolean {
  return [502, 503, 504].includes(status) && ['temporarily_unavailable', 'upload_unavailable'].includes(code)
}

/** How often each status came, `200 × 48, 503 × 2`. */
export function showStatuses(outcomes: Pick<Outcome, 'status'>[]): string {
  const counts = new Map<number, number>()
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'cut off'} × ${count}`)
    .join(', ')
}

/** A header that makes a creation happen once. */
export const makeIdempotencyHeader = () => ({ 'idempotency-key': `"${randomUUID()}"` })
