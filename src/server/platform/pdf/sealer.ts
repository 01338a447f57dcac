import type { DocumentContent } from './document-content.ts'
import type { DetachedJws } from './sealing/detached-jws.ts'
import type { Succession } from './sealing/succession.ts'
import type { TimestampFault } from './sealing/timestamp-token.ts'

/** Whether an independent authority vouches for the time: none is configured, it has not answered properly yet, or it did. */
export type TimestampState = 'none' | 'pending' | 'granted'

export type TimestampOutcome =
  | { state: 'none' }
  | { state: 'pending'; fault: TimestampFault }
  /** `token` is the RFC 3161 TimeStampToken, DER. */
  | { state: 'granted'; at: Date; token: Uint8Array }

export type SealedDocument = {
  bytes: Uint8Array
  /** Hex, of `bytes`. */
  sha256: string
  timestamp: TimestampOutcome
  /** Code points that no font prints, as `U+0B95`: they stand in the document by their number. */
  shownByNumber: readonly string[]
}

/** Draws documents and seals them with the installation's key, off the event loop and a bounded number at a time. */
export type Sealer = {
  /**
   * A document sealed as PAdES (B-T with a timestamp, B-B without). `contentFor` says what the pages show in each state of the timestamp;
   * `at` is the claimed time in the signature dictionary. An authority that does not answer properly in time makes the state `pending`:
   * our clock never stands in its place.
   */
  seal(draft: { at: Date; contentFor(timestamp: TimestampState): DocumentContent }): Promise<SealedDocument>
  /** Signs a text with the same key (ES256). */
  sign(text: string): Promise<DetachedJws>
  /** Names the key: hex SHA-256 of the certificate. */
  readonly certificateSha256: string
  readonly certificatePem: string
  /** The certificate first, then those that vouch for it: DER in base64. */
  readonly certificates: readonly string[]
  /** Who vouches for the certificate; null when nobody but itself does. */
  readonly certificateIssuer: string | null
  /** What the key before this one signed about it; null for a first key. */
  readonly succession: Succession | null
  /** Whether a time-stamping authority is configured. */
  readonly hasTimeAuthority: boolean
}
