import type { DocumentContent } from './document-content.ts'
import type { Collected } from './long-term/collect-validation.ts'
import type { TakenBack } from './sealing/certificate-warning.ts'
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
  /** Whether all is in the file that whoever judges it years later needs of the certificates (`Collected`). */
  validation: ValidationState
  /** Code points that no font prints, as `U+0B95`: they stand in the document by their number. */
  shownByNumber: readonly string[]
}

export type ValidationState = Collected['state']

/** A sealed PDF with one more timestamp over all of it (ETSI EN 319 142-1, 5.6), which protects it until its certificate ends. */
export type ArchivedCopy = {
  bytes: Uint8Array
  /** Hex, of `bytes`. */
  sha256: string
  at: Date
  protectedUntil: Date
  renewAt: Date
  validation: ValidationState
}

/** Draws documents and seals them with the installation's key, off the event loop and a bounded number at a time. */
export type Sealer = {
  /**
   * A document sealed as PAdES (B-LT with a timestamp and all that is said of its certificates, B-T or B-B without). `contentFor` says what the pages show in each state of the timestamp;
   * `at` is the claimed time in the signature dictionary. An authority that does not answer properly in time makes the state `pending`:
   * our clock never stands in its place. An authority that does not say whether a certificate was revoked is not waited for either.
   * @throws SealRefused when the certificate of the seal was revoked, is suspended, or has ended
   */
  seal(draft: { at: Date; contentFor(timestamp: TimestampState): DocumentContent }): Promise<SealedDocument>
  /** Signs a text with the same key (ES256). */
  sign(text: string): Promise<DetachedJws>
  /** Has the authority vouch for the time of some bytes; `pending` when it does not answer properly, as above. */
  stamp(data: Uint8Array): Promise<TimestampOutcome>
  /**
   * Archives a sealed PDF, or its last archived copy once more: what is said of its certificates now, and a timestamp over all before it. Nothing
   * is made where that is missing and `acceptsMissing` is false, or where the authority does not answer.
   * @param sealChain the certificate that sealed it and those that vouch for it, DER
   */
  archive(
    pdf: Uint8Array,
    options: { sealChain: readonly Uint8Array[]; earlier: readonly Uint8Array[]; acceptsMissing: boolean },
  ): Promise<ArchivedCopy | { fault: TimestampFault | 'no_statement' | 'no_authority' }>
  /** What the operator should know of the certificates that seal and stamp, in a sentence; null while all is well with them. */
  findWarning(): Promise<string | null>
  /** Which of them were taken back, as far as that is known: nobody is asked. */
  readTakenBack(): Promise<{ seal: TakenBack; timeAuthority: TakenBack }>
  /** Asks whether they were taken back, whatever was said before the last minute; what is learned is known from then on. */
  askAboutCertificates(): Promise<void>
  readonly certificateEnds: Date
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
