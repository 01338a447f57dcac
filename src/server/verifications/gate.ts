import type { CodeSent, GateAnswer, GivenPass, PublicVerification } from '../../contract/third-party.ts'
import {
  doEmailsMatch,
  isOpen,
  toComparableEmail,
  type VerificationStatus,
} from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { type Account, findAddress, findUserByEmail } from '../accounts/index.ts'
import { appendAuditEvent, noteRepeatableEvent } from '../audit/index.ts'
import { consumeForClient, resetForClient } from '../http/client.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { defineVerificationCode, mailVerificationCode, tryCode } from './codes.ts'
import { gatePasses, issuePass } from './passes.ts'
import { withOpenVerification } from './policy.ts'
import { openBrowserSet, touchSet } from './sets.ts'
import { isOwnAddress } from './shared.ts'
import { findVerification, type VerificationRow } from './store.ts'

/** Limits guesses at one link from one address; a right guess resets it. */
const perLinkAndClient = { name: 'gate-link-client', points: 5, seconds: 15 * 60 }
/** Limits guesses from one address, for all links together. */
const perClient = { name: 'gate-client', points: 30, seconds: 15 * 60 }
/** Limits guesses at one link from all addresses. */
const perLink = { name: 'gate-link', points: 50, seconds: 60 * 60 }

/** `setSecret`: the one that the browser kept from its last visit; null without one. */
type Visit = {
  verificationId: string
  email: string
  setSecret: string | null
  clientIp: string
  account: Account | null
}

/**
 * Admits a visitor who types the address that the verification was sent to. If codes are enabled, mails them a code
 * instead. Beyond the limit, a guess is refused without a comparison, even if it is right.
 */
export async function passGate(platform: Platform, visit: Visit): Promise<GateAnswer | Refusal> {
  const { verificationId, email } = visit
  const row = await findVerification(platform.database, verificationId)
  if (!row) return refuse('verification_not_found')
  if (visit.account?.id === row.userId) return refuse('owner_cannot_submit')
  if (!isOpen(row.status)) return refuse('link_closed')
  if (email.trim() === '') return refuse('email_required')
  const locked = await consumeGuess(platform, visit)
  if (isRefusal(locked)) return locked

  if (!doEmailsMatch(email, row.thirdPartyEmail)) {
    await noteRepeatableEvent(platform, {
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
    // The creator may have corrected the address since the comparison.
    if (!doEmailsMatch(email, current.thirdPartyEmail)) return refuse('email_mismatch')
    if (await isOwnAddress(tx, current.userId, current.thirdPartyEmail)) return refuse('owner_cannot_submit')
    return openGate(platform, tx, current.id, openBrowserSet(current.id, visit.setSecret))
  })
}

/**
 * Mails a code, but only for creators with a confirmed address. A creator whose address is currently refused doesn't
 * block third parties.
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
  return isRefusal(sent) ? sent : { codeSent: true }
}

/** Counts a guess. The narrowest limit comes first, so that guesses it refuses don't count against wider ones. */
async function consumeGuess(platform: Platform, visit: Visit): Promise<{ ok: true } | Refusal> {
  const { rateLimits } = platform
  const takes = [
    () => consumeForClient(rateLimits, perLinkAndClient, visit.clientIp, `${visit.verificationId} `),
    () => consumeForClient(rateLimits, perClient, visit.clientIp),
    // Strangers could use this limit to lock the link for its person, so it doesn't apply if a code is required too:
    // then a right address alone opens nothing.
    ...(platform.settings.emailCode ? [] : [() => rateLimits.consume(perLink, visit.verificationId)]),
  ]
  for (const take of takes) {
    const { allowed, retryAfterSeconds } = await take()
    if (!allowed) return refuse('gate_locked', { retryAfterSeconds })
  }
  return { ok: true }
}

/**
 * Limits codes from one address, for all links together. The code itself allows five tries. Not in the endpoint's
 * definition, because codes for closed links don't count.
 */
const codesPerClient = { name: 'gate-code-client', points: 30, seconds: 15 * 60 }

/**
 * Admits a visitor who types the last mailed code: once, within its hour and its five tries. Every other code gets the
 * same refusal, whether it is wrong, was used or replaced, or belongs to another link. So does another address, which
 * doesn't cost a try.
 */
export async function enterCode(
  platform: Platform,
  { verificationId, email, code, clientIp, account }: Omit<Visit, 'setSecret'> & { code: string },
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
    if (outcome === 'right') return openGate(platform, tx, row.id, null)
    if (outcome === 'wrong') {
      const at = platform.clock.now()
      await appendAuditEvent(tx, { verificationId: row.id, event: 'code_refused', actor: 'visitor', at })
    }
    return refuse('code_wrong')
  })
}

/**
 * Issues a token that opens this verification for an hour, with the set of the browser or, without one, the set that
 * all passes opened by a mailed code share. The token and the trail contain how the address was proven.
 */
async function openGate(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
  set: ReturnType<typeof openBrowserSet> | null,
): Promise<GivenPass> {
  const emailProof = set ? 'matched' : 'code'
  const opened = { verificationId, setSha256: set?.setSha256 ?? null }
  await touchSet(tx, opened, platform.clock.now())
  const { token, expiresAt } = await issuePass(platform, tx, gatePasses, { ...opened, emailProof })
  await appendAuditEvent(tx, {
    verificationId,
    event: 'gate_passed',
    actor: 'third_party',
    at: platform.clock.now(),
    detail: { emailProof },
  })
  return { token, expiresAt: expiresAt.toISOString(), setSecret: set?.setSecret ?? null }
}

/** The code for a third party who typed their address at the gate. The mail does not mention the code's purpose. */
export const gateCode = defineVerificationCode('gate', {
  isFor: isOpen,
  closed: 'link_closed',
  digits: 6,
  write: () => ({ heading: codeWords.confirmAddress, footnote: codeWords.footnotes.gate }),
  async warn({ database, documentReader, settings }, address) {
    const { host } = new URL(settings.publicUrl)
    const known = await findUserByEmail(database, toComparableEmail(address))
    // An account needs an ID that was read, and an address without one (ONCE-11).
    const mayOpenAccount = documentReader !== null && !known?.emailConfirmedAt
    return () => codeWords[mayOpenAccount ? 'answersAndOpens' : 'answers']({ host })
  },
})

const states: Record<VerificationStatus, PublicVerification['state']> = {
  pending: 'pending',
  verified: 'verified',
  rejected: 'closed',
  // It was completed; the later withdrawal concerns only its two people.
  withdrawn: 'verified',
  expired: 'closed',
  cancelled: 'closed',
}

/** The public facts about a link: its kind and its state, but nothing about the parties (GATE-3). */
export async function showLink(
  platform: Platform,
  id: string,
  account: Account | null,
): Promise<PublicVerification | Refusal> {
  const row = await findVerification(platform.database, id)
  if (!row) return refuse('verification_not_found')
  const owner = account?.id === row.userId
  if (!owner && row.status === 'pending') {
    await noteRepeatableEvent(platform, {
      verificationId: id,
      event: 'opened',
      actor: 'visitor',
      at: platform.clock.now(),
    })
  }
  return { type: row.type, state: states[row.status], owner }
}
