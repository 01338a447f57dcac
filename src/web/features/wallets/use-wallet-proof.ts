import { useEffect, useRef } from 'react'
import type { BegunWalletSession } from '../../../contract/wallet.ts'
import type { CredentialType, WalletWay } from '../../../domain/wallet.ts'
import { answerByBrowser, type BeginWallet, cancelWallet, type WalletBeginning } from '../../api/evidence.ts'
import { RequestFailure } from '../../api/request.ts'
import { type BrowserTraits, detectDevicePlatform } from '../../shared/browser.ts'
import { dropSession, type KeptSession, keepSession } from './kept-session.ts'
import { describeEnd, useProofSession } from './use-proof-session.ts'

export type WalletProofOptions = {
  /** The purpose of the proof, so that a reloaded page can continue it. */
  scope: string
  begin: BeginWallet
  /** Called for a refused start; returns true when the caller handles it, such as an expired pass. */
  onRefused(failure: RequestFailure): boolean
}

/** Sends a request to a wallet, waits for its answer, and shows the state. Leaving the page ends it. */
export function useWalletProof({ scope, begin, onRefused }: WalletProofOptions) {
  const session = useProofSession(scope)
  const { state, setState, resume, settle } = session
  const resumed = session.resumed?.asked ?? null
  const asking = useRef<AbortController | null>(null)
  const asksName = useRef(false)
  useEffect(() => () => asking.current?.abort(), [])
  useEffect(() => {
    if (resumed) asksName.current = resumed.asksName
  }, [resumed])

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
    session.cancel()
  }

  return {
    state,
    /** The kind of credential that the page had asked for before it was loaded again; null if it hadn't. */
    resumed: resumed?.credentialType ?? null,
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
