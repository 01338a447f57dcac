import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { CredentialType, WalletRefusal, WalletWay } from '../../../domain/wallet.ts'

/** A P-256 key pair as a JWK, made for one request: answers to it are encrypted for this key. */
export type RequestKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }

/**
 * The parameters of a request. Everything else is derived from them, so that the answer is compared with exactly this
 * request.
 */
export type AskedWallet = {
  credentialType: CredentialType
  /** Whether the name is asked for beside the age. */
  asksName: boolean
  /** The day on the person's own calendar, on which a birth date is judged; null for the day in UTC. */
  today: CalendarDate | null
  way: WalletWay
  /** At least 128 random bits, base64url. */
  nonce: string
  key: RequestKey
  /** The address to which the wallet posts its answer; unused when the browser returns the answer. */
  responseUri: string
  /** The address at which a wallet fetches a signed request. */
  requestUri: string
}

/** A request for one of the protocols of the Digital Credentials API. */
export type DigitalCredentialRequest = { protocol: string; data: Record<string, unknown> }

/** The browser's request: the argument of `navigator.credentials.get`, or a URL that a wallet opens. */
export type WalletRequest = { requests: DigitalCredentialRequest[] } | { uri: string }

/** The response: from the browser, or as the fields of the wallet's own post. */
export type WalletAnswer = { protocol: string; data: unknown } | { fields: Record<string, string> }

/** The content of a valid answer. `name` is there if it was asked for. `sha256` is of the signed response, hex. */
export type WalletVerdict = {
  over18: boolean
  name?: { surname: string; givenNames: string }
  issuerName: string
  sha256: string
}

/** Requests the age from wallets, and the name if its person chose that, not retained, and judges the answers. */
export type Wallets = {
  /** The credentials with trusted issuers at this moment. When empty, wallets aren't offered. */
  readonly offered: readonly CredentialType[]
  /** A new nonce and a new key for one request. */
  makeRequestSecrets(): Pick<AskedWallet, 'nonce' | 'key'>
  request(asked: AskedWallet, now: Date): Promise<WalletRequest>
  /**
   * The signed request that a wallet fetches (RFC 9101), with the nonce of its fetch; null where it wasn't told to fetch
   * one.
   */
  requestObject(asked: AskedWallet, now: Date, walletNonce?: string): Promise<string | null>
  isCancelled(answer: WalletAnswer): boolean
  /** The verdict of an answer that is valid in every respect at `now`, or the refusal. */
  judge(asked: AskedWallet, answer: WalletAnswer, now: Date): Promise<WalletVerdict | WalletRefused>
}

export type WalletRefused = { refusal: WalletRefusal }

export function isWalletRefused(judged: object): judged is WalletRefused {
  return 'refusal' in judged
}
