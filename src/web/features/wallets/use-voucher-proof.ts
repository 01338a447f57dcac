import { useLocation } from 'react-router'
import words from '../../../words/en/vouchers.ts'
import { type BeginVoucher, cancelWallet } from '../../api/evidence.ts'
import { RequestFailure } from '../../api/request.ts'
import { useStillHere } from '../../shared/effects.ts'
import { keepSession } from './kept-session.ts'
import { wayBack } from './kept-voucher.ts'
import { describeEnd, type ProofFailure, useProofSession } from './use-proof-session.ts'

export type VoucherProofOptions = {
  scope: string
  begin: BeginVoucher
  /** Called for a refused start; returns true when the caller handles it, such as an expired pass. */
  onRefused(failure: RequestFailure): boolean
}

/** Sends this tab to a bank, an eID or an age key, and shows the state of the request after the return to this page. */
export function useVoucherProof({ scope, begin, onRefused }: VoucherProofOptions) {
  const { state, setState, resume, cancel } = useProofSession(scope)
  const { pathname, search } = useLocation()
  const isHere = useStillHere()

  async function start(voucher: string, asksName: boolean): Promise<void> {
    setState({ phase: 'beginning' })
    try {
      const begun = await begin({ voucher, asksName })
      if (!isHere()) return cancelWallet(begun)
      const { id, secret, expiresAt, url } = begun
      const kept = { id, secret, expiresAt, scope, uri: url, asked: null }
      keepSession(kept)
      // Without the place in the history, which is another one after the return.
      wayBack.keep(`${pathname}${search}`)
      resume(kept)
      window.location.assign(url)
    } catch (error) {
      if (!isHere()) return
      const isExplained = error instanceof RequestFailure && onRefused(error)
      setState(isExplained ? { phase: 'idle' } : describeEnd(error))
    }
  }

  return { state, start, startOver: () => setState({ phase: 'idle' }), cancel }
}

/** Why there is no proof. */
export function describeVoucherFailure(why: ProofFailure): string {
  const known: Readonly<Record<string, string>> = words.failed
  return known[why] ?? words.failed.answer_invalid
}
