import type { BegunVoucherSession, VoucherReturn } from '../../contract/voucher.ts'
import type { WalletSession } from '../../contract/wallet.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { voucherSessionLifeMs } from '../../domain/voucher.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { explain, type VoucherAnswer, VoucherAway } from '../platform/vouchers/index.ts'
import { markTrace } from '../verifications/index.ts'
import { compareName, findReasonEnded, settle, showSession, storeSession } from './session.ts'
import { claimOpen, type SessionRow, settleClaimed, type WalletOwner } from './session-store.ts'

type Wanted = { voucher: string; asksName: boolean; today: CalendarDate; fullName?: string }

/**
 * Begins a request to a bank, an eID or an age key: the address of its page, and the secret with which this browser
 * completes it within 15 minutes. It replaces the person's request in progress.
 */
export async function beginVoucherSession(
  platform: Platform,
  owner: WalletOwner,
  { voucher, asksName, today, fullName = '' }: Wanted,
): Promise<BegunVoucherSession | Refusal> {
  const { clock, logger, settings, vouchers } = platform
  const offered = vouchers.offered.find(({ id }) => id === voucher)
  if (!offered || (asksName && !offered.hasName)) return refuse('voucher_not_offered')
  try {
    const { url, matter } = await vouchers.begin(toAsked(settings, voucher, asksName))
    const { nonce, ...key } = matter
    const asked = { credentialType: null, voucher, asksName, today, way: 'redirect', nonce, key } as const
    const begun = { ...asked, createdAt: clock.now(), lifeMs: voucherSessionLifeMs }
    const stored = await storeSession(platform, owner, {
      ...begun,
      fullName,
      notOffered: 'voucher_not_offered',
    })
    return isRefusal(stored) ? stored : { ...stored, url }
  } catch (error) {
    if (!(error instanceof VoucherAway)) throw error
    logger.warn({ voucher, why: explain(error) }, 'a voucher is away')
    return refuse('voucher_away')
  }
}

/**
 * Completes a request in the browser that began it, with the parameters with which the voucher sent it back. A return
 * counts once. One without the request's state, or to the address of another voucher, ends nothing: any page can lead
 * the browser there.
 */
export async function completeVoucherReturn(
  platform: Platform,
  session: SessionRow,
  { voucher: returnedTo, ...answer }: VoucherReturn,
): Promise<WalletSession | Refusal> {
  const { id } = session
  if (session.state !== 'open' || !session.voucher) return refuse('wallet_session_over')
  if (returnedTo !== session.voucher || !hasState(session, answer)) return refuse('wallet_answer_refused')
  const claimed = await platform.database.transaction(async (tx) => {
    const ended = await findReasonEnded(tx, session)
    return ended ? refuse(ended) : claimOpen(tx, id, platform.clock.now())
  })
  if (isRefusal(claimed)) return claimed
  if (claimed?.way !== 'redirect' || !claimed.voucher || !claimed.requestKey || !claimed.today)
    return refuse('wallet_session_over')
  const { voucher, requestKey, nonce, today } = claimed
  const matter = { ...requestKey, nonce }
  const asked = { ...toAsked(platform.settings, voucher, claimed.asksName), today }
  const settled = await settleJudged(platform, claimed, await platform.vouchers.judge(asked, matter, answer))
  return isRefusal(settled) ? settled : showSession(platform, id)
}

function hasState({ way, requestKey }: SessionRow, { query, fragment }: VoucherAnswer): boolean {
  if (way !== 'redirect' || !requestKey) return false
  return [query, fragment].some((part) => new URLSearchParams(part).get('state') === requestKey.state)
}

function settleJudged(
  platform: Platform,
  session: SessionRow,
  judged: Awaited<ReturnType<Platform['vouchers']['judge']>>,
) {
  if (!judged) return settle(platform, session, { state: 'cancelled' }, null, settleClaimed)
  if ('refusal' in judged) {
    const { refusal, why } = judged
    // Without it an operator couldn't tell what is wrong with a file.
    platform.logger.warn({ voucher: session.voucher, refusal, why }, 'the answer of a voucher was refused')
    return settle(platform, session, { state: 'refused', refusal }, null, settleClaimed)
  }
  if (!judged.over18) return settle(platform, session, { state: 'under_age' }, null, settleClaimed)
  const proof = {
    credentialType: null,
    issuerName: null,
    voucherName: judged.by.name,
    voucherKind: judged.by.kind,
    subjectMark: markSubject(platform, session, judged.subject),
    responseSha256: judged.sha256,
    ...compareName(platform, session, judged.name),
    // A name that was asked for and not given couldn't be compared.
    ...(session.asksName && !judged.name ? { nameVerdict: 'not_compared' as const } : {}),
  }
  return settle(platform, session, { state: 'proven' }, proof, settleClaimed)
}

/** A creator's identity is marked for its request when the proof is used (`markTraces`). */
function markSubject({ signing }: Platform, { verificationId }: SessionRow, subject: string): string {
  const mark = signing.computeMark('voucher subject', subject)
  return verificationId ? markTrace(signing, verificationId, 'identity', mark) : mark
}

/** Each voucher has its own address to return to, so that an answer of one can't be taken for another's (RFC 9700, 4.4.2). */
const toAsked = ({ publicUrl }: Pick<Settings, 'publicUrl'>, voucher: string, asksName: boolean) => ({
  id: voucher,
  asksName,
  redirectUri: `${publicUrl}/voucher-return/${voucher}`,
})
