import type { SignUpMetadata } from '../../../contract/account.ts'
import { type Queryable, sql } from '../../platform/database/index.ts'

export type ProfileRow = { fullName: string; dateOfBirth: string }

/** Stores the registration data of a user, in place of what was there. */
export async function putProfile(q: Queryable, userId: string, data: SignUpMetadata): Promise<void> {
  await q.run(sql`
    INSERT INTO profiles (id, full_name, date_of_birth, address, sex, phone_number)
    VALUES (${userId}, ${data.full_name}, ${data.date_of_birth}, ${data.address}, ${data.sex}, ${data.phone_number})
    ON CONFLICT (id) DO UPDATE SET full_name = EXCLUDED.full_name, date_of_birth = EXCLUDED.date_of_birth,
      address = EXCLUDED.address, sex = EXCLUDED.sex, phone_number = EXCLUDED.phone_number`)
}

/** Null for an account that was made without registration data. */
export function findProfile(q: Queryable, userId: string): Promise<ProfileRow | null> {
  return q.row<ProfileRow>(sql`
    SELECT full_name AS "fullName", date_of_birth AS "dateOfBirth" FROM profiles WHERE id = ${userId}`)
}

export async function dropProfile(q: Queryable, userId: string): Promise<void> {
  await q.run(sql`DELETE FROM profiles WHERE id = ${userId}`)
}

/** Renames the profile, if there is one. */
export async function renameProfile(q: Queryable, userId: string, fullName: string): Promise<void> {
  await q.run(sql`UPDATE profiles SET full_name = ${fullName} WHERE id = ${userId}`)
}
