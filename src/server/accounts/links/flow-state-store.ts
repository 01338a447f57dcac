import { type Queryable, sql } from '../../platform/database/index.ts'
import type { AuthMethodName } from '../sessions/session-store.ts'

export type FlowStateRow = {
  id: string
  userId: string
  method: AuthMethodName
  codeChallenge: string
  expiresAt: Date
}

const flowColumns = sql`id, user_id AS "userId", method, code_challenge AS "codeChallenge", expires_at AS "expiresAt"`

/** Begins a PKCE flow in place of the user's earlier one of that method, and answers its id. */
export async function putFlowState(
  q: Queryable,
  flow: { userId: string; method: AuthMethodName; codeChallenge: string; now: Date; expiresAt: Date },
): Promise<string> {
  const row = await q.row<{ id: string }>(sql`
    INSERT INTO flow_states (user_id, method, code_challenge, created_at, expires_at)
    VALUES (${flow.userId}, ${flow.method}, ${flow.codeChallenge}, ${flow.now}, ${flow.expiresAt})
    ON CONFLICT (user_id, method) DO UPDATE SET code_challenge = EXCLUDED.code_challenge,
      auth_code_sha256 = NULL, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
    RETURNING id`)
  if (!row) throw new Error('the flow was not returned')
  return row.id
}

/** Binds a code to the flow: from now on whoever shows code and verifier may sign in, until `expiresAt`. */
export async function putAuthCode(
  q: Queryable,
  flowId: string,
  code: { sha256: string; expiresAt: Date },
): Promise<void> {
  await q.run(sql`
    UPDATE flow_states SET auth_code_sha256 = ${code.sha256}, expires_at = ${code.expiresAt} WHERE id = ${flowId}`)
}

export function findFlowByCode(q: Queryable, codeSha256: string): Promise<FlowStateRow | null> {
  return q.row<FlowStateRow>(
    sql`SELECT ${flowColumns} FROM flow_states WHERE auth_code_sha256 = ${codeSha256}`,
  )
}

/** Takes the flow away; false when somebody else was first. */
export async function takeFlow(q: Queryable, codeSha256: string): Promise<boolean> {
  return (await q.run(sql`DELETE FROM flow_states WHERE auth_code_sha256 = ${codeSha256}`)) === 1
}

/** Makes every code of the user's void, but that of the one flow that is being followed now. */
export async function dropFlows(q: Queryable, userId: string, kept: string | null = null): Promise<void> {
  await q.run(sql`DELETE FROM flow_states WHERE user_id = ${userId} AND id IS DISTINCT FROM ${kept}::uuid`)
}
