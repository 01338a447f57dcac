import { useCallback, useEffect, useRef, useState } from 'react'
import type { BegunWalletSession, WalletSession } from '../../../contract/wallet.ts'
import type { VoucherRefusal } from '../../../domain/voucher.ts'
import type { CredentialType, WalletRefusal, WalletWay } from '../../../domain/wallet.ts'
import {
  answerByBrowser,
  type BeginWallet,
  cancelWallet,
  fetchWalletSession,
  type WalletBeginning,
} from '../../api/evidence.ts'
import { describeFault, findProblem, RequestFailure } from '../../api/request.ts'
import { type BrowserTraits, detectDevicePlatform } from '../../shared/browser.ts'
import { usePolling } from '../../shared/effects.ts'
import { dropSession, findSession, type KeptSession, keepSession } from './kept-session.ts'

export type WalletProofOptions = {
  /** The purpose of the proof, so that a reloaded page can continue it. */
  scope: string
  begin: BeginWallet
  /** Called for a refused start; returns true when the caller handles it, such as an expired pass. */
  onRefused(failure: RequestFailure): boolean
}

/** Sends a request to a wallet, waits for its answer, and shows the state. Leaving the page ends it. */
export function useWalletProof({ scope, begin, onRefused }: WalletProofOptions) {
  const [state, setState] = useState<ProofState>({ phase: 'idle' })
  const session = useRef<KeptSession | null>(null)
  const asking = useRef<AbortController | null>(null)
  const asksName = useRef(false)
  const [resumed, setResumed] = useState<CredentialType | null>(null)

  const settle = useCallback((answer: WalletSession) => {
    const end = findEnd(answer)
    if (end && session.current) dropSession(session.current.id)
    setState(
      (now) => end ?? (now.phase === 'waiting' ? { ...now, isAnswered: answer.state === 'answered' } : now),
    )
  }, [])

  const resume = useCallback((kept: KeptSession) => {
    session.current = kept
    asksName.current = kept.asked.asksName
    setState({ phase: 'waiting', way: kept.asked.way, uri: kept.uri, isAnswered: false })
  }, [])

  // A phone may unload the page while its wallet is in front.
  useEffect(() => {
    const kept = findSession()
    if (kept?.scope === scope && kept.uri !== null) {
      setResumed(kept.asked.credentialType)
      resume(kept)
    }
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
      // Any other failure is retried.
    }
  })

  async function ask(credentialType: CredentialType, way: WalletWay): Promise<void> {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setState({ phase: 'beginning' })
    try {
      const asked = { credentialType, way, asksName: asksName.current }
      const begun = await begin(asked)
      if (controller.signal.aborted) return cancelWallet(begun)
      const kept = toKept(begun, scope, asked)
      keepSession(kept)
      resume(kept)
      if ('requests' in begun.request) await askBrowser(begun, begun.request.requests, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      const isExplained = error instanceof RequestFailure && onRefused(error)
      setState(isExplained ? { phase: 'idle' } : describeEnd(error))
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
    /** The kind of credential that the page had asked for before it was loaded again; null if it hadn't. */
    resumed,
    /** Through the browser if it supports that, otherwise the way that suits the device. */
    start: (type: CredentialType, isNameAsked: boolean) => {
      asksName.current = isNameAsked
      return ask(type, canAskByBrowser() ? 'api' : pickWayWithoutBrowser(navigator))
    },
    startOtherwise: (type: CredentialType) => ask(type, pickWayWithoutBrowser(navigator)),
    startWithCode: (type: CredentialType) => ask(type, 'qr'),
    startOver: () => setState({ phase: 'idle' }),
    cancel,
  }
}

function toKept(
  { id, secret, expiresAt, request }: BegunWalletSession,
  scope: string,
  asked: WalletBeginning,
): KeptSession {
  return { id, secret, scope, expiresAt, uri: 'uri' in request ? request.uri : null, asked }
}

export type WalletProof = NonNullable<WalletSession['proof']>

/** The state of an age proof on the page. */
export type ProofState =
  | { phase: 'idle' }
  | { phase: 'beginning' }
  | { phase: 'waiting'; way: WalletWay; uri: string | null; isAnswered: boolean }
  | { phase: 'proven'; proof: WalletProof }
  | { phase: 'under_age' }
  /** `said` is the server's own reason for a refused call. */
  | { phase: 'failed'; why: Failure; said?: string }

/** Why there is no proof; a refusal has its own code. */
type Failure = 'cancelled' | 'expired' | 'replaced' | 'network' | WalletRefusal | VoucherRefusal

/** The end by a call that failed, or that the server refused. */
function describeEnd(failure: unknown): ProofState {
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

/** How to reach a wallet when the browser doesn't support requests: by a link on a phone, by a QR code elsewhere. */
export function pickWayWithoutBrowser(traits: BrowserTraits): Exclude<WalletWay, 'api'> {
  const platform = detectDevicePlatform(traits)
  return platform === 'ios' || platform === 'android' ? 'link' : 'qr'
}

/** The class in browsers that support the W3C Digital Credentials API; TypeScript's types lack it. */
type DigitalCredentialClass = { userAgentAllowsProtocol?(protocol: string): boolean }
type DigitalRequests = Extract<BegunWalletSession['request'], { requests: unknown }>['requests']
type DigitalCredential = { protocol: string; data: unknown }

function findCredentialClass(): DigitalCredentialClass | null {
  const known = (globalThis as { DigitalCredential?: DigitalCredentialClass }).DigitalCredential
  return known && typeof navigator.credentials?.get === 'function' ? known : null
}

function canAskByBrowser(): boolean {
  return findCredentialClass() !== null
}

/**
 * Sends the request through the browser. Null when the person cancelled.
 * @throws Error when the browser doesn't support the request, or no wallet can answer
 */
async function askByBrowser(
  requests: DigitalRequests,
  signal: AbortSignal,
): Promise<DigitalCredential | null> {
  const allows = findCredentialClass()?.userAgentAllowsProtocol
  const allowed = requests.filter(({ protocol }) => allows?.(protocol) ?? true)
  const options = { digital: { requests: allowed }, mediation: 'required', signal }
  try {
    const credential = (await navigator.credentials.get(
      options as CredentialRequestOptions,
    )) as unknown as DigitalCredential | null
    return credential && { protocol: credential.protocol, data: toObject(credential.data) }
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}

/** Some browsers returned the data as JSON text before the API was final. */
function toObject(data: unknown): unknown {
  return typeof data === 'string' ? JSON.parse(data) : data
}
