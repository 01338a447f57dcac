import type { SignUpMetadata } from '../../../contract/account.ts'
import type { PersonalAccount } from '../../../contract/personal-data.ts'
import type { LanguageTag } from '../../../domain/language.ts'
import { toComparableEmail } from '../../../domain/verification/verification.ts'
import { announceChange } from '../../live/index.ts'
import { empty, type Queryable, type Sql, sql, type Transaction } from '../../platform/database/index.ts'
import { readReader, toLanguageTag } from '../../platform/language/index.ts'
import type { Recipient } from '../../platform/mail/index.ts'

/** Free-form data about a user that the user may write. No decision depends on it. */
export type UserMetadata = Record<string, unknown>

export type UserRow = {
  id: string
  identityId: string
  email: string
  passwordHash: string | null
  emailConfirmedAt: Date | null
  /** `emailConfirmedAt`, or null after a mail server reported that the mailbox doesn't exist (MAIL-77). */
  emailVerifiedAt: Date | null
  confirmationSentAt: Date | null
  recoverySentAt: Date | null
  newEmail: string | null
  newEmailConfirmations: string[]
  emailChangeSentAt: Date | null
  reauthenticationSentAt: Date | null
  lastSignInAt: Date | null
  bannedUntil: Date | null
  /** When a closed account will be erased; null for an open one. */
  closesAt: Date | null
  /** When the erasure of a closed account began; it can't be signed in to any more. */
  erasingAt: Date | null
  /** When a sign-in last reactivated the closed account. */
  keptAt: Date | null
  /** The only record that the account may open as its third party; null without a limit (ONCE-12). */
  limitedTo: string | null
  /** The tag of the language that the person reads; null before it was known. */
  language: string | null
  userMetadata: UserMetadata
  createdAt: Date
  updatedAt: Date
}

/** When an address was confirmed, or null after a mail server reported that the mailbox doesn't exist (MAIL-77). */
export const emailVerifiedAt = sql`CASE WHEN users.email_refused_at IS NULL THEN users.email_confirmed_at END`

/** The columns of `UserRow`, for queries that use the table `users` without an alias. */
export const userColumns: Sql = sql`
  users.id, users.identity_id, users.email, users.password_hash,
  users.email_confirmed_at, ${emailVerifiedAt} AS email_verified_at, users.confirmation_sent_at,
  users.recovery_sent_at, users.new_email, users.new_email_confirmations, users.email_change_sent_at,
  users.reauthentication_sent_at, users.last_sign_in_at, users.banned_until, users.closes_at, users.erasing_at,
  users.kept_at, users.limited_to, users.language, users.user_metadata, users.created_at, users.updated_at`

/** The columns to set with `last_sign_in_at`, because every way of signing in keeps the account (PRIVACY-11). */
export function setKept(now: Date): Sql {
  return sql`closes_at = NULL, ending_requests_at = NULL,
    kept_at = CASE WHEN users.closes_at IS NULL THEN users.kept_at ELSE ${now}::timestamptz END`
}

type NewUser = { email: string; passwordHash: string | null; userMetadata: UserMetadata; now: Date }

/** Adds an unconfirmed user, in whose own request this runs. Null when the address is taken. */
export function addUser(
  q: Queryable,
  { email, passwordHash, userMetadata, now }: NewUser,
): Promise<UserRow | null> {
  return q.row<UserRow>(sql`
    INSERT INTO users (email, password_hash, user_metadata, language, confirmation_sent_at, last_sign_in_at, created_at,
      updated_at)
    VALUES (${email}, ${passwordHash}, ${JSON.stringify(userMetadata)}::jsonb, ${readReader()}, ${now}, ${now}, ${now},
      ${now})
    ON CONFLICT (email) DO NOTHING
    RETURNING ${userColumns}`)
}

export function findUserByEmail(q: Queryable, email: string): Promise<UserRow | null> {
  return q.row<UserRow>(sql`SELECT ${userColumns} FROM users WHERE email = ${email}`)
}

/**
 * The user's row, locked until the transaction ends. Changes to a user, their sessions or tokens take this lock first.
 */
export function lockUser(q: Queryable, id: string): Promise<UserRow | null> {
  return q.row<UserRow>(sql`SELECT ${userColumns} FROM users WHERE id = ${id} FOR UPDATE`)
}

/**
 * Makes other transactions on the same user wait until this one ends. Rows that refer to the user may still be added,
 * unlike under `lockUser`: two copies of one request have each added one before this lock, and would deadlock. Returns
 * false if the account was closed in between.
 */
export async function queueForUser(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.row<{ isOpen: boolean }>(sql`
    SELECT closes_at IS NULL AND erased_at IS NULL AS is_open FROM users WHERE id = ${id} FOR NO KEY UPDATE`)
  return row?.isOpen ?? false
}

export function lockUserByEmail(q: Queryable, email: string): Promise<UserRow | null> {
  return q.row<UserRow>(sql`SELECT ${userColumns} FROM users WHERE email = ${email} FOR UPDATE`)
}

/** The account of an address, locked, if it may open only one record (ONCE-12). Doesn't wait for another's lock. */
export function lockLimited(q: Queryable, email: string): Promise<UserRow | null> {
  return q.row<UserRow>(sql`
    SELECT ${userColumns} FROM users WHERE email = ${email} AND limited_to IS NOT NULL FOR UPDATE`)
}

/**
 * The unconfirmed registration of an address, locked; null when there is none. Does not wait for the lock of a
 * confirmed account.
 */
export function lockUnconfirmed(q: Queryable, email: string): Promise<UserRow | null> {
  return q.row<UserRow>(sql`
    SELECT ${userColumns} FROM users WHERE email = ${email} AND email_confirmed_at IS NULL FOR UPDATE`)
}

/**
 * Removes address, password and metadata from a registration without a proven owner. It can no longer be signed in to.
 */
export async function releaseAddress(q: Queryable, id: string, now: Date): Promise<void> {
  await q.run(sql`
    UPDATE users SET email = NULL, password_hash = NULL, user_metadata = '{}', updated_at = ${now} WHERE id = ${id}`)
}

/** The fields of a user that may be set. Absent fields keep their value. */
type UserChanges = Partial<
  Pick<
    UserRow,
    | 'email'
    | 'passwordHash'
    | 'emailConfirmedAt'
    | 'confirmationSentAt'
    | 'recoverySentAt'
    | 'newEmail'
    | 'newEmailConfirmations'
    | 'emailChangeSentAt'
    | 'reauthenticationSentAt'
    | 'lastSignInAt'
    | 'userMetadata'
    | 'limitedTo'
  >
>

/**
 * Writes the changes and `updated_at`. Confirming an address clears its refusal. Throws a unique violation when the new
 * email is taken.
 */
export async function changeUser(
  q: Queryable,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<UserRow> {
  const set = (column: Sql, value: unknown) => (value === undefined ? empty : sql`, ${column} = ${value}`)
  const row = await q.row<UserRow>(sql`
    UPDATE users SET updated_at = ${now}
      ${set(sql`email`, changes.email)}
      ${set(sql`password_hash`, changes.passwordHash)}
      ${set(sql`email_confirmed_at`, changes.emailConfirmedAt)}
      ${changes.emailConfirmedAt ? sql`, email_refused_at = NULL` : empty}
      ${set(sql`confirmation_sent_at`, changes.confirmationSentAt)}
      ${set(sql`recovery_sent_at`, changes.recoverySentAt)}
      ${set(sql`new_email`, changes.newEmail)}
      ${set(sql`new_email_confirmations`, changes.newEmailConfirmations)}
      ${set(sql`email_change_sent_at`, changes.emailChangeSentAt)}
      ${set(sql`reauthentication_sent_at`, changes.reauthenticationSentAt)}
      ${set(sql`last_sign_in_at`, changes.lastSignInAt)}
      ${changes.lastSignInAt ? sql`, ${setKept(now)}` : empty}
      ${set(sql`user_metadata`, changes.userMetadata && JSON.stringify(changes.userMetadata))}
      ${set(sql`limited_to`, changes.limitedTo)}
    WHERE id = ${id} RETURNING ${userColumns}`)
  if (!row) throw new Error('the user to change does not exist')
  return row
}

export function findUserById(q: Queryable, id: string): Promise<UserRow | null> {
  return q.row<UserRow>(sql`SELECT ${userColumns} FROM users WHERE id = ${id}`)
}

/**
 * An address that an account proved, in lower case, and the only record that the account may open with it; null for
 * every record of the address (ONCE-12).
 */
export type ProvenAddress = { email: string; limitedTo: string | null }

/**
 * The account's address, when it was last confirmed, and `emailVerifiedAt`: the same time, but null while mail servers
 * refuse the address. Null for an unknown account, or one that can no longer be signed in to.
 */
export function findAddress(
  q: Queryable,
  id: string,
): Promise<(ProvenAddress & { confirmedAt: Date | null; emailVerifiedAt: Date | null }) | null> {
  return q.row(sql`
    SELECT email, limited_to, email_confirmed_at AS confirmed_at, ${emailVerifiedAt} AS email_verified_at
    FROM users WHERE id = ${id} AND email IS NOT NULL`)
}

/** The language of an account; English for an account that is gone. */
export async function findLanguage(q: Queryable, id: string | null): Promise<LanguageTag> {
  const row = await q.row<{ language: string | null }>(sql`SELECT language FROM users WHERE id = ${id}`)
  return toLanguageTag(row?.language ?? null)
}

/** The person of an account, at the address that a mail to them is for. */
export async function toRecipient(q: Queryable, email: string, id: string | null): Promise<Recipient> {
  return { email, languages: [await findLanguage(q, id)] }
}

/** The person of an account, at its address; null for an account that can no longer be signed in to. */
export async function findRecipient(q: Queryable, id: string): Promise<Recipient | null> {
  const address = await findAddress(q, id)
  return address && toRecipient(q, address.email, id)
}

/** Stores the language that the person of an account reads. */
export async function keepLanguage(q: Queryable, id: string, language: LanguageTag): Promise<void> {
  await q.run(sql`UPDATE users SET language = ${language} WHERE id = ${id} AND erased_at IS NULL`)
}

/**
 * Whether the account's address is confirmed and no mail server refused it since. Mails for the account are sent only
 * then.
 */
export async function hasConfirmedAddress(q: Queryable, id: string): Promise<boolean> {
  return ((await findAddress(q, id))?.emailVerifiedAt ?? null) !== null
}

/**
 * Records that a mail server refused an address because the mailbox doesn't exist. Changes nothing if no account has
 * the address any more, or if it was confirmed after the attempt.
 */
export async function noteRefusedAddress(
  tx: Transaction,
  { address, triedAt, now }: { address: string; triedAt: Date; now: Date },
): Promise<void> {
  const refused = await tx.row<{ id: string }>(sql`
    UPDATE users SET email_refused_at = ${now}
    WHERE email = ${toComparableEmail(address)} AND email_confirmed_at <= ${triedAt} AND email_refused_at IS NULL
    RETURNING id`)
  // Open pages still show the address as confirmed.
  if (refused) await announceChange(tx, refused.id, { account: 'changed' })
}

/**
 * Records that the owner just read the account's mailbox: a code mailed to this address was typed in the account's own
 * session. Changes nothing if the account has another address by now, or one that was never confirmed.
 */
export async function renewConfirmation(
  q: Queryable,
  { id, address, now }: { id: string; address: string; now: Date },
): Promise<void> {
  await q.run(sql`
    UPDATE users SET email_confirmed_at = ${now}, email_refused_at = NULL, updated_at = ${now}
    WHERE id = ${id} AND email = ${toComparableEmail(address)} AND email_confirmed_at IS NOT NULL`)
}

/** Whether an address belongs to an account that can be signed in to. */
export async function isAccountAddress(q: Queryable, email: string): Promise<boolean> {
  return (await q.row(sql`SELECT id FROM users WHERE email = ${email}`)) !== null
}

type ProfileRow = { fullName: string; dateOfBirth: string }

/** Stores the registration data of a user, and replaces earlier data. */
export async function putProfile(q: Queryable, userId: string, data: SignUpMetadata): Promise<void> {
  await q.run(sql`
    INSERT INTO profiles (id, full_name, date_of_birth, address, sex, phone_number)
    VALUES (${userId}, ${data.full_name}, ${data.date_of_birth}, ${data.address}, ${data.sex}, ${data.phone_number})
    ON CONFLICT (id) DO UPDATE SET full_name = EXCLUDED.full_name, date_of_birth = EXCLUDED.date_of_birth,
      address = EXCLUDED.address, sex = EXCLUDED.sex, phone_number = EXCLUDED.phone_number`)
}

/** Null for an account without registration data. */
export function findProfile(q: Queryable, userId: string): Promise<ProfileRow | null> {
  return q.row<ProfileRow>(sql`
    SELECT full_name, date_of_birth FROM profiles WHERE id = ${userId}`)
}

export async function dropProfile(q: Queryable, userId: string): Promise<void> {
  await q.run(sql`DELETE FROM profiles WHERE id = ${userId}`)
}

export async function renameProfile(q: Queryable, userId: string, fullName: string): Promise<void> {
  await q.run(sql`UPDATE profiles SET full_name = ${fullName} WHERE id = ${userId}`)
}

/** All data about a person in this feature's tables, without secrets such as password hashes and tokens. */
export async function gatherAccountData(q: Queryable, userId: string): Promise<PersonalAccount | null> {
  const account = await q.row<PersonalAccount['account']>(sql`
    SELECT id, email, email_confirmed_at, email_refused_at, new_email, user_metadata AS metadata, created_at,
      last_sign_in_at, closes_at, kept_at, limited_to, language
    FROM users WHERE id = ${userId} AND email IS NOT NULL`)
  if (!account) return null
  return {
    account,
    profile: await q.row(sql`
      SELECT full_name, date_of_birth, address, sex, phone_number
      FROM profiles WHERE id = ${userId}`),
    devices: await q.rows(sql`
      SELECT id, created_at AS signed_in_at, refreshed_at AS last_used_at, ip, user_agent,
        (SELECT array_agg(entry->>'method') FROM jsonb_array_elements(amr) AS entry) AS signed_in_by
      FROM sessions WHERE user_id = ${userId} ORDER BY created_at`),
    passkeys: await q.rows(sql`
      SELECT id, name, created_at AS added_at, last_used_at FROM passkeys WHERE user_id = ${userId}
      ORDER BY created_at`),
    authenticatorApp: await q.row(sql`
      SELECT created_at AS added_at, confirmed_at, removal_due_at,
        cardinality(array_remove(recovery_hashes, NULL)) AS recovery_codes_left
      FROM authenticator_apps WHERE user_id = ${userId}`),
    securityActivity: await q.rows(sql`
      SELECT at, event, method, device, network, times, is_new_device
      FROM security_activity WHERE user_id = ${userId} ORDER BY at DESC`),
    mailedLinks: await q.rows(sql`
      SELECT kind, email, created_at AS made_at, expires_at AS ends_at, pending_metadata AS registration
      FROM one_time_tokens WHERE user_id = ${userId} ORDER BY created_at`),
    usedLinks: await q.rows(sql`
      SELECT kind, email, used_at FROM used_links WHERE user_id = ${userId} ORDER BY used_at`),
    signInsUnderWay: await q.rows(sql`
      SELECT method, created_at AS begun_at, expires_at AS ends_at FROM flow_states WHERE user_id = ${userId}
      ORDER BY created_at`),
  }
}
