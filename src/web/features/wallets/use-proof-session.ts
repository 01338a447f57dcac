import { useCallback, useEffect, useRef, useState } from 'react'
import type { WalletSession } from '../../../contract/wallet.ts'
import type { VoucherRefusal } from '../../../domain/voucher.ts'
import type { WalletRefusal, WalletWay } from '../../../domain/wallet.ts'
import { cancelWallet, fetchWalletSession } from '../../api/evidence.ts'
import { describeFault, findProblem, RequestFailure } from '../../api/request.ts'
import { usePolling } from '../../shared/effects.ts'
import { dropSession, findSession, type KeptSession } from './kept-session.ts'

/**
 * The state of a request to a wallet or a voucher, until its end. A request of the same scope that this browser has under
 * way is continued.
 */
export function useProofSession(scope: string) {
  const [state, setState] = useState<ProofState>({ phase: 'idle' })
  const session = useRef<KeptSession | null>(null)
  const [resumed, setResumed] = useState<KeptSession | null>(null)

  const settle = useCallback((answer: WalletSession) => {
    const end = findEnd(answer)
    if (end && session.current) dropSession(session.current.id)
    setState(
      (now) => end ?? (now.phase === 'waiting' ? { ...now, isAnswered: answer.state === 'answered' } : now),
    )
  }, [])

  const resume = useCallback((kept: KeptSession) => {
    session.current = kept
    setState({ phase: 'waiting', way: kept.asked?.way ?? 'redirect', uri: kept.uri, isAnswered: false })
  }, [])

  const look = useCallback(
    async (signal: AbortSignal) => {
      const waited = session.current
      if (!waited) return
      try {
        settle(await fetchWalletSession(waited, signal))
      } catch (error) {
        if (error instanceof RequestFailure && error.status === 404)
          setState({ phase: 'failed', why: 'expired' })
        // Any other failure is retried.
      }
    },
    [settle],
  )

  // A phone may unload the page while its wallet is in front, and a voucher's page replaces it.
  useEffect(() => {
    const controller = new AbortController()
    const kept = findSession()
    if (kept?.scope === scope && kept.uri !== null) {
      setResumed(kept)
      resume(kept)
      void look(controller.signal)
    }
    return () => controller.abort()
  }, [scope, resume, look])

  usePolling(state.phase === 'waiting', look)

  function cancel(): void {
    if (session.current) {
      cancelWallet(session.current)
      dropSession(session.current.id)
    }
    setState({ phase: 'failed', why: 'cancelled' })
  }

  return { state, setState, settle, resume, resumed, cancel }
}

export type WalletProof = NonNullable<WalletSession['proof']>

/** The state of an age proof on the page. */
export type ProofState =
  | { phase: 'idle' }
  | { phase: 'beginning' }
  | { phase: 'waiting'; way: ProofWay; uri: string | null; isAnswered: boolean }
  | { phase: 'proven'; proof: WalletProof }
  | { phase: 'under_age' }
  /** `said` is the server's own reason for a refused call. */
  | { phase: 'failed'; why: ProofFailure; said?: string }

/** How a request reaches a wallet, or the redirect to a voucher. */
export type ProofWay = WalletWay | 'redirect'

/** Why there is no proof; a refusal has its own code. */
export type ProofFailure = 'cancelled' | 'expired' | 'replaced' | 'network' | WalletRefusal | VoucherRefusal

/** The end by a call that failed, or that the server refused. */
export function describeEnd(failure: unknown): ProofState {
  const said = findProblem(failure) ? { said: describeFault(failure) } : {}
  return { phase: 'failed', why: 'network', ...said }
}

/** The state of the page for the server's response; null while the request is open. */
export function findEnd({ state, refusal, proof }: WalletSession): ProofState | null {
  switch (state) {
    case 'open':
    case 'answered':
      return null
    case 'proven':
      return proof ? { phase: 'proven', proof } : { phase: 'failed', why: 'network' }
    case 'under_age':
      return { phase: 'under_age' }
    case 'refused':
      return { phase: 'failed', why: refusal ?? 'unreadable' }
    case 'cancelled':
    case 'replaced':
    case 'expired':
      return { phase: 'failed', why: state }
  }
}
