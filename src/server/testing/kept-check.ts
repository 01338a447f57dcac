import { createHash } from 'node:crypto'
import { type Giver, toColumns } from '../documents/index.ts'
import { sql } from '../platform/database/index.ts'
import type { TestApp } from './test-app.ts'

/** The verdicts of a check that found an adult with the compared name and the same face. */
const goodVerdicts = { ageOver18: true, nameAgrees: true, faceMatched: true }

type Kept = Partial<typeof goodVerdicts> & { fullName: string }

/** Adds the result of a check by Stripe Identity, as version 0.2.0 stored it; its session isn't redacted yet. */
export async function addKeptCheck(test: TestApp, owner: Giver, { fullName, ...more }: Kept): Promise<void> {
  const { userId, verificationId, setSha256 } = toColumns(owner)
  const nameSha256 = createHash('sha256').update(`identity-check-name\n${fullName}`).digest('hex')
  const { ageOver18, nameAgrees, faceMatched } = { ...goodVerdicts, ...more }
  const now = test.clock.now()
  await test.database.run(sql`
    INSERT INTO identity_checks (user_id, verification_id, set_sha256, provider, state, name_sha256, session_id,
      age_over_18, name_agrees, face_matched, started_at, ended_at, begun_on)
    VALUES (${userId}, ${verificationId}, ${setSha256}, 'Stripe Identity', 'checked', ${nameSha256}, 'vs_1',
      ${ageOver18}, ${nameAgrees}, ${faceMatched}, ${now}, ${now}, ${now})`)
}

/** Adds a check that can't be finished any more: a process of version 0.2.0 began it beside this version. */
export async function addOpenCheck(test: TestApp, owner: Giver): Promise<void> {
  const { userId, verificationId, setSha256 } = toColumns(owner)
  await test.database.run(sql`
    INSERT INTO identity_checks (user_id, verification_id, set_sha256, provider, state, claimed_name, name_sha256,
      session_id, started_at, begun_on)
    VALUES (${userId}, ${verificationId}, ${setSha256}, 'Stripe Identity', 'open', 'Zofia Quixley', repeat('0', 64),
      'vs_2', ${test.clock.now()}, ${test.clock.now()})`)
}
