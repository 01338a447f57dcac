import type { CodeSent, GateAnswer, GivenPass, PublicVerification } from '../../contract/third-party.ts'
import {
  doEmailsMatch,
  type EmailProof,
  isOpen,
  type VerificationStatus,
} from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { type Account, findAddress } from '../accounts/index.ts'
import { appendAuditEvent, noteOnceInAWhile } from '../audit/index.ts'
import { consumeForClient, resetForClient } from '../http/client.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { defineVerificationCode, mailVerificationCode, tryCode } from './codes.ts'
import { gatePasses, issuePass } from './passes.ts'
import { withOpenVerification } from './policy.ts'
import { isOwnAddress } from './shared.ts'
import { findVerification, type VerificationRow } from './store.ts'

/** Guesses at one link from one address; a right one in time gives them back. */
const perLinkAndClient = { name: 'gate-link-client', points: 5, seconds: 15 * 60 }
/** Guesses from one address, for all links together. */
const perClient = { name: 'gate-client', points: 30, seconds: 15 * 60 }
/** Guesses at one link, wherever from. */
const perLink = { name: 'gate-link', points: 50, seconds: 60 * 60 }

type Visit = { verificationId: string; email: string; clientIp: string; account: Account | null }

/**
 * Lets a visitor through who types the address that the verification was sent to; where codes are in force, mails them
 * one instead. Only a handful of guesses is compared at all: a guess beyond them is refused even if it is right.
 */
export async function passGate(platform: Platform, visit: Visit): Promise<GateAnswer | Refusal> {
  const { verificationId, email } = visit
  const row = await findVerification(platform.database, verificationId)
  if (!row) return refuse('verification_not_found')
  if (visit.account?.id === row.userId) return refuse('owner_cannot_submit')
  if (!isOpen(row.status)) return refuse('link_closed')
  if (email.trim() === '') return refuse('email_required')
  const locked = await takeGuess(platform, visit)
  if (isRefusal(locked)) return locked

  if (!doEmailsMatch(email, row.thirdPartyEmail)) {
    await noteOnceInAWhile(platform, {
      verificationId,
      event: 'gate_refused',
      actor: 'visitor',
      at: platform.clock.now(),
    })
    return refuse('email_mismatch')
  }
  await resetForClient(platform.rateLimits, perLinkAndClient, visit.clientIp, `${verificationId} `)
  if (platform.settings.emailCode) return mailGateCode(platform, row, visit.clientIp)
  return withOpenVerification(platform, { verificationId, tokenSha256: null }, async (tx, current) => {
    // The creator may have corrected the address since it was compared.
    if (!doEmailsMatch(email, current.thirdPartyEmail)) return refuse('email_mismatch')
    if (await isOwnAddress(tx, current.userId, current.thirdPartyEmail)) return refuse('owner_cannot_submit')
    return openGate(platform, tx, current.id, 'matched')
  })
}

/**
 * Mails are sent only for creators with a confirmed address. A creator whose address is refused today keeps no third
 * party out.
 */
async function mailGateCode(
  platform: Platform,
  row: VerificationRow,
  clientIp: string,
): Promise<CodeSent | Refusal> {
  if (!(await findAddress(platform.database, row.userId))?.confirmedAt) return refuse('creator_unconfirmed')
  if (await isOwnAddress(platform.database, row.userId, row.thirdPartyEmail))
    return refuse('owner_cannot_submit')
  const sent = await mailVerificationCode(platform, gateCode, { verificationId: row.id, clientIp })
  return isRefusal(sent) ? sent : { codeSent: true, expiresAt: sent.expiresAt.toISOString() }
}

/** The narrowest limit first, so that guesses refused by it use up no wider one. */
async function takeGuess(platform: Platform, visit: Visit): Promise<{ ok: true } | Refusal> {
  const { rateLimits } = platform
  const takes = [
    () => consumeForClient(rateLimits, perLinkAndClient, visit.clientIp, `${visit.verificationId} `),
    () => consumeForClient(rateLimits, perClient, visit.clientIp),
    // Strangers would lock the link for its person; where a code has to be read too, a right address alone opens
    // nothing.
    ...(platform.settings.emailCode ? [] : [() => rateLimits.consume(perLink, visit.verificationId)]),
  ]
  for (const take of takes) {
    const { allowed, retryAfterSeconds } = await take()
    if (!allowed) return refuse('gate_locked', { retryAfterSeconds })
  }
  return { ok: true }
}

/**
 * Codes from one address, for all links together. The code itself allows five tries. Not in the endpoint's row: codes
 * for closed links are not counted.
 */
const codesPerClient = { name: 'gate-code-client', points: 30, seconds: 15 * 60 }

/**
 * Lets the visitor through who types the code that was mailed last: once, within its hour and its five tries. Every
 * other code is refused alike, whether it is wrong, was used, replaced or made for another link; so is another address,
 * which costs the code no try.
 */
export async function enterCode(
  platform: Platform,
  { verificationId, email, code, clientIp, account }: Visit & { code: string },
): Promise<GivenPass | Refusal> {
  const link = await findVerification(platform.database, verificationId)
  if (!link) return refuse('verification_not_found')
  if (account?.id === link.userId) return refuse('owner_cannot_submit')
  if (!isOpen(link.status)) return refuse('link_closed')
  const { allowed, retryAfterSeconds } = await consumeForClient(platform.rateLimits, codesPerClient, clientIp)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  if (!doEmailsMatch(email, link.thirdPartyEmail)) return refuse('code_wrong')

  return withOpenVerification(platform, { verificationId, tokenSha256: null }, async (tx, row) => {
    if (!doEmailsMatch(email, row.thirdPartyEmail)) return refuse('code_wrong')
    if (await isOwnAddress(tx, row.userId, row.thirdPartyEmail)) return refuse('owner_cannot_submit')
    const outcome = await tryCode(platform, tx, gateCode, { subject: row.id, digits: code, clientIp })
    if (outcome === 'right') return openGate(platform, tx, row.id, 'code')
    if (outcome === 'wrong') {
      const at = platform.clock.now()
      await appendAuditEvent(tx, { verificationId: row.id, event: 'code_refused', actor: 'visitor', at })
    }
    return refuse('code_wrong')
  })
}

/** A token that opens this one verification for an hour. It and the trail say how the address was proven. */
async function openGate(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
  emailProof: EmailProof,
): Promise<GivenPass> {
  const proven = { verificationId, kind: emailProof }
  const { token, expiresAt } = await issuePass(platform, tx, gatePasses, proven)
  await appendAuditEvent(tx, {
    verificationId,
    event: 'gate_passed',
    actor: 'third_party',
    at: platform.clock.now(),
    detail: { emailProof },
  })
  return { token, expiresAt: expiresAt.toISOString() }
}

/** To the third party, who typed their address at the gate. The mail does not say what the code is for. */
export const gateCode = defineVerificationCode('gate', {
  isFor: isOpen,
  closed: 'link_closed',
  digits: 6,
  heading: codeWords.confirmAddress,
  footnote: codeWords.footnotes.gate,
})

const states: Record<VerificationStatus, PublicVerification['state']> = {
  pending: 'pending',
  verified: 'verified',
  rejected: 'closed',
  // It was completed; that it was withdrawn since is for its two people.
  withdrawn: 'verified',
  expired: 'closed',
  cancelled: 'closed',
}

/** The public facts about a link: its kind and its state, nothing about the parties (GATE-3). */
export async function showLink(
  platform: Platform,
  id: string,
  account: Account | null,
): Promise<PublicVerification | Refusal> {
  const row = await findVerification(platform.database, id)
  if (!row) return refuse('verification_not_found')
  const owner = account?.id === row.userId
  if (!owner && row.status === 'pending') {
    await noteOnceInAWhile(platform, {
      verificationId: id,
      event: 'opened',
      actor: 'visitor',
      at: platform.clock.now(),
    })
  }
  return { type: row.type, state: states[row.status], owner }
}
