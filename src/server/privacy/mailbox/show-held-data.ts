import { fillPath } from '../../../contract/address.ts'
import type { HeldData, HeldRequest } from '../../../contract/privacy.ts'
import { signedUrlLife } from '../../../domain/document.ts'
import { isRecord, toComparableEmail } from '../../../domain/verification/verification.ts'
import { isAccountAddress } from '../../accounts/index.ts'
import { findLastTime, readTrail } from '../../audit/index.ts'
import { listFiles, type OwnFile, signFileAddress } from '../../documents/index.ts'
import { type Refusal, refuse } from '../../http/problem.ts'
import type { Queryable } from '../../platform/database/index.ts'
import { listMailsAbout } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { listHolds, openPass, presentHolds } from '../../records/index.ts'
import {
  countBlocks,
  findClosedAt,
  findVerification,
  gatherVerification,
  listNamingAddress,
} from '../../verifications/index.ts'
import { computeKeptUntil } from '../forget-invited.ts'

/** All data held about a proven address, except an account's own data, which its owner gets when signed in. */
export async function showHeldData(platform: Platform, email: string): Promise<HeldData> {
  const { database } = platform
  const requests: HeldRequest[] = []
  for (const id of await listNamingAddress(database, email)) {
    const request = await gatherRequest(platform, id)
    if (request) requests.push(request)
  }
  const blocks = await countBlocks(platform, email)
  return { email, hasAccount: await isAccountAddress(database, email), requests, blocks }
}

async function gatherRequest(platform: Platform, id: string): Promise<HeldRequest | null> {
  const { database } = platform
  const row = await findVerification(database, id)
  if (!row) return null
  const isTheirs = await judgeTimes(database, id)
  const [uploads, mails, trail, closedAt, holds, own] = await Promise.all([
    listFiles(database, { verificationId: id }).then((all) => all.filter((one) => isTheirs(one.uploadedAt))),
    listMailsAbout(database, id).then((all) => all.filter((one) => isTheirs(one.queuedAt))),
    readTrail(database, id, 'third_party'),
    findClosedAt(database, id),
    listHolds(database, id),
    gatherVerification(platform, row, 'third_party'),
  ])
  return {
    id,
    type: row.type,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    closedOrVerifiedAt: closedAt?.toISOString() ?? null,
    saidNoAt: own.saidNoAt?.toISOString() ?? null,
    keptUntil: isRecord(row.status) ? null : computeKeptUntil(platform, row, closedAt).toISOString(),
    isRecord: isRecord(row.status),
    typedAboutYou: {
      ...own.invited,
      platform: own.platformName,
      additionalTerms: own.additionalTerms,
    },
    youGave: {
      signature: own.thirdParty?.signature ?? null,
      signedOn: own.thirdParty?.signedOn ?? null,
      declineReason: own.declineReason,
      language: own.language,
    },
    uploads: uploads.map((upload) => presentUpload(platform, upload)),
    holds: presentHolds(holds, platform.clock.now()).holds,
    mails: mails.map(({ task, queuedAt, outcome }) => ({ task, queuedAt: queuedAt.toISOString(), outcome })),
    did: trail.map(({ event, at }) => ({ event, at: at.toISOString() })),
  }
}

/**
 * Returns a function that tells whether the third party of today can have done something at a given time: not before
 * the last correction of the address, because the address may have been another person's (PRIVACY-3).
 */
export async function judgeTimes(q: Queryable, verificationId: string): Promise<(at: Date) => boolean> {
  const correctedAt = await findLastTime(q, verificationId, 'address_corrected')
  return (at) => correctedAt === null || at >= correctedAt
}

function presentUpload(platform: Platform, upload: OwnFile): HeldRequest['uploads'][number] {
  const { category, uploadedAt, destroyedAt, storedAt } = upload
  const isThere = storedAt !== null && destroyedAt === null
  return {
    category,
    uploadedAt: uploadedAt.toISOString(),
    destroyedAt: destroyedAt?.toISOString() ?? null,
    url: isThere ? signFileAddress(platform, upload, signedUrlLife.singleSeconds) : null,
  }
}

/**
 * The URL that opens a record of a proven address for an hour, to read, download and withdraw it, like a mailed link
 * with its code.
 */
export async function openHeldRecord(
  platform: Platform,
  email: string,
  id: string | null,
): Promise<{ url: string } | Refusal> {
  const row = id === null ? null : await findVerification(platform.database, id)
  const isTheirs = row && isRecord(row.status) && toComparableEmail(row.thirdPartyEmail) === email
  if (!isTheirs) return refuse('record_not_found')
  const { token } = await openPass(platform, platform.database, row.id, 'code')
  return { url: `${fillPath('/records/:id', { id: row.id })}#${token}` }
}
