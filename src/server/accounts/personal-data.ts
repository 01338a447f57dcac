import type { PersonalAccount } from '../../contract/personal-data.ts'
import { type Queryable, sql } from '../platform/database/index.ts'

/** What the tables of this feature hold about somebody, without what opens anything: no hash of a password, no token. */
export async function gatherAccountData(q: Queryable, userId: string): Promise<PersonalAccount | null> {
  const account = await q.row<PersonalAccount['account']>(sql`
    SELECT id, email, email_confirmed_at AS "emailConfirmedAt", email_refused_at AS "emailRefusedAt",
      new_email AS "newEmail", user_metadata AS "metadata", created_at AS "createdAt", last_sign_in_at AS "lastSignInAt", closes_at AS "closesAt", kept_at AS "keptAt"
    FROM users WHERE id = ${userId} AND email IS NOT NULL`)
  if (!account) return null
  return {
    account,
    profile: await q.row(sql`
      SELECT full_name AS "fullName", date_of_birth AS "dateOfBirth", address, sex, phone_number AS "phoneNumber"
      FROM profiles WHERE id = ${userId}`),
    devices: await q.rows(sql`
      SELECT id, created_at AS "signedInAt", refreshed_at AS "lastUsedAt", ip, user_agent AS "userAgent",
        (SELECT array_agg(entry->>'method') FROM jsonb_array_elements(amr) AS entry) AS "signedInBy"
      FROM sessions WHERE user_id = ${userId} ORDER BY created_at`),
    mailedLinks: await q.rows(sql`
      SELECT kind, email, created_at AS "madeAt", expires_at AS "endsAt", pending_metadata AS "registration"
      FROM one_time_tokens WHERE user_id = ${userId} ORDER BY created_at`),
    usedLinks: await q.rows(sql`
      SELECT kind, email, used_at AS "usedAt" FROM used_links WHERE user_id = ${userId} ORDER BY used_at`),
    signInsUnderWay: await q.rows(sql`
      SELECT method, created_at AS "begunAt", expires_at AS "endsAt" FROM flow_states WHERE user_id = ${userId}
      ORDER BY created_at`),
  }
}
