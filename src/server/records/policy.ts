import type { Context } from 'hono'
import type { Party } from '../../domain/record/record.ts'
import { optionalAccount } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { type VerificationRow, verificationById } from '../verifications/index.ts'
import { passKindOf } from './record-pass.ts'

/** One of the two people of a record, proven. */
export type Reader = { party: Party; row: VerificationRow & { verifiedAt: Date } }

/**
 * Who may read a record, download and withdraw it: its creator, signed in, and its third party with a mailed link, together with a mailed
 * code where codes are in force. For everybody else no record exists, whatever the id.
 */
export async function readerOf(
  platform: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<Reader | Refusal> {
  const row = await recordRow(platform, id)
  if (!row) return refuse('record_not_found')
  const token = tokenOf(c)
  const kind = token && (await passKindOf(platform, row.id, token))
  if (kind === 'link' && platform.settings.emailCode) return refuse('record_code_required')
  if (kind) return { party: 'third_party', row }
  const account = token ? null : await optionalAccount(platform, c)
  return account?.id === row.userId ? { party: 'creator', row } : refuse('record_not_found')
}

/** The record that a mailed link opens, whether or not a code has still to be entered. */
export async function linkHolderOf(
  platform: Platform,
  c: Context<AppEnv>,
  id: string | null,
): Promise<Reader | Refusal> {
  const row = await recordRow(platform, id)
  const token = tokenOf(c)
  const kind = row && token && (await passKindOf(platform, row.id, token))
  return row && kind ? { party: 'third_party', row } : refuse('record_not_found')
}

/** The verification, if it became a record. */
export async function recordRow(platform: Platform, id: string | null): Promise<Reader['row'] | null> {
  const row = id === null ? null : await verificationById(platform.database, id)
  const isRecord = row?.status === 'verified' || row?.status === 'withdrawn'
  return row && isRecord && row.verifiedAt ? { ...row, verifiedAt: row.verifiedAt } : null
}

/** A bearer token in the form of a record pass; access tokens look different. */
function tokenOf(c: Context<AppEnv>): string | null {
  return /^Bearer +([\w-]{43}) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}
