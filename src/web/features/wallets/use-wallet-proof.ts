import { useCallback, useEffect, useRef, useState } from 'react'
import type { BegunWalletSession, WalletSession } from '../../../contract/wallet.ts'
import type { CredentialType, WalletWay } from '../../../domain/wallet.ts'
import { RequestFailure } from '../../api/request.ts'
import { answerByBrowser, type BeginWallet, cancelWallet, fetchWalletSession } from '../../api/wallets.ts'
import { usePolling } from '../../shared/time/use-polling.ts'
import { pickWayWithoutBrowser } from './choose-way.ts'
import { askByBrowser, canAskByBrowser } from './digital-credentials.ts'
import { dropSession, findSession, type KeptSession, keepSession } from './kept-session.ts'
import { findEnd, type ProofState } from './proof-state.ts'

export type WalletProofOptions = {
  /** What the proof is for, so that a reload of the page goes on with it. */
  scope: string
  begin: BeginWallet
  /** Whoever begins is refused, as with a pass that has ended: true when somebody else says so. */
  onRefused(failure: RequestFailure): boolean
}

/** Asks a wallet, waits for its answer, and says how that stands. Nothing goes on behind a page that is left. */
export function useWalletProof({ scope, begin, onRefused }: WalletProofOptions) {
  const [state, setState] = useState<ProofState>({ phase: 'idle' })
  const session = useRef<KeptSession | null>(null)
  const asking = useRef<AbortController | null>(null)

  const settle = useCallback((answer: WalletSession) => {
    const end = findEnd(answer)
    if (end && session.current) dropSession(session.current.id)
    setState(
      (now) => end ?? (now.phase === 'waiting' ? { ...now, isAnswered: answer.state === 'answered' } : now),
    )
  }, [])

  const resume = useCallback((kept: KeptSession, way: WalletWay) => {
    session.current = kept
    setState({ phase: 'waiting', way, uri: kept.uri, isAnswered: false })
  }, [])

  // A phone may throw the page away while its wallet is in front.
  useEffect(() => {
    const kept = findSession(new Date())
    if (kept?.scope === scope && kept.uri !== null) resume(kept, pickWayWithoutBrowser(navigator))
    return () => asking.current?.abort()
  }, [scope, resume])

  usePolling(state.phase === 'waiting', async (signal) => {
    const waited = session.current
    if (!waited) return
    try {
      settle(await fetchWalletSession(waited, signal))
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 404)
        setState({ phase: 'failed', why: 'expired' })
      // Anything else is asked again.
    }
  })

  async function ask(credentialType: CredentialType, way: WalletWay): Promise<void> {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setState({ phase: 'beginning' })
    try {
      const begun = await begin({ credentialType, way })
      if (controller.signal.aborted) return cancelWallet(begun)
      const kept = toKept(begun, scope)
      keepSession(kept)
      resume(kept, way)
      if ('requests' in begun.request) await askBrowser(begun, begun.request.requests, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      const isSaid = error instanceof RequestFailure && onRefused(error)
      setState(isSaid ? { phase: 'idle' } : { phase: 'failed', why: 'network' })
    }
  }

  async function askBrowser(
    begun: BegunWalletSession,
    requests: Parameters<typeof askByBrowser>[0],
    signal: AbortSignal,
  ): Promise<void> {
    const credential = await askByBrowser(requests, signal).catch(() => 'impossible' as const)
    if (signal.aborted) return
    if (credential === null || credential === 'impossible') {
      cancelWallet(begun)
      dropSession(begun.id)
      setState({ phase: 'failed', why: credential === null ? 'cancelled' : 'unreadable' })
    } else settle(await answerByBrowser(begun, credential))
  }

  function cancel(): void {
    asking.current?.abort()
    if (session.current) {
      cancelWallet(session.current)
      dropSession(session.current.id)
    }
    setState({ phase: 'failed', why: 'cancelled' })
  }

  return {
    state,
    /** By the browser where that can, else by what suits the device. */
    start: (type: CredentialType) => ask(type, canAskByBrowser() ? 'api' : pickWayWithoutBrowser(navigator)),
    startOtherwise: (type: CredentialType) => ask(type, pickWayWithoutBrowser(navigator)),
    startWithCode: (type: CredentialType) => ask(type, 'qr'),
    cancel,
  }
}

function toKept({ id, secret, expiresAt, request }: BegunWalletSession, scope: string): KeptSession {
  return { id, secret, scope, expiresAt, uri: 'uri' in request ? request.uri : null }
}
