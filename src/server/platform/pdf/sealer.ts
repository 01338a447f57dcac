import type { Collected } from './long-term/collect-validation.ts'
import type { TakenBack } from './sealing/chain.ts'
import type { DetachedJws, Succession } from './sealing/seal-key.ts'
import type { TimestampFault } from './sealing/timestamp-token.ts'

/**
 * Whether an independent authority vouches for the time: none is configured, it has not answered properly yet, or it
 * did.
 */
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
  /** Whether the file has everything that is needed to judge the certificates years later (`Collected`). */
  validation: ValidationState
  /** Code points that no font prints, as `U+0B95`: they stand in the document by their number. */
  shownByNumber: readonly string[]
}

export type ValidationState = Collected['state']

/**
 * A sealed PDF with one more timestamp over all of it (ETSI EN 319 142-1, 5.6), which protects it until its certificate
 * ends.
 */
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
   * A document sealed as PAdES (B-LT with a timestamp and all statements about its certificates, B-T or B-B without).
   * `contentFor` gives the pages for each state of the timestamp; `at` is the claimed time in the signature dictionary.
   * An authority that does not answer properly in time makes the state `pending`: this machine's clock never replaces
   * it. An authority that does not say whether a certificate was revoked is not waited for either.
   * @throws SealRefused when the certificate of the seal was revoked, is suspended, or has expired
   */
  seal(draft: { at: Date; contentFor(timestamp: TimestampState): DocumentContent }): Promise<SealedDocument>
  /** Signs a text with the same key (ES256). */
  sign(text: string): Promise<DetachedJws>
  /** Has the authority vouch for the time of some bytes; `pending` when it does not answer properly, as above. */
  stamp(data: Uint8Array): Promise<TimestampOutcome>
  /**
   * Archives a sealed PDF, or its last archived copy once more: what is said of its certificates now, and a timestamp
   * over all before it. Nothing is made where that is missing and `acceptsMissing` is false, or where the authority
   * does not answer.
   * @param sealChain the certificate that sealed it and those that vouch for it, DER
   */
  archive(
    pdf: Uint8Array,
    options: { sealChain: readonly Uint8Array[]; earlier: readonly Uint8Array[]; acceptsMissing: boolean },
  ): Promise<ArchivedCopy | { fault: TimestampFault | 'no_statement' | 'no_authority' }>
  /**
   * A warning for the operator about the certificates that seal and stamp, in a sentence; null when all are in order.
   */
  findWarning(): Promise<string | null>
  /** Which of them are known to be revoked, without asking. */
  readTakenBack(): Promise<{ seal: TakenBack; timeAuthority: TakenBack }>
  /** Asks whether they are revoked, ignoring answers older than a minute; the answer is remembered. */
  askAboutCertificates(): Promise<void>
  readonly certificateEnds: Date
  /** Names the key: hex SHA-256 of the certificate. */
  readonly certificateSha256: string
  readonly certificatePem: string
  /** The certificate first, then those that vouch for it: DER in base64. */
  readonly certificates: readonly string[]
  /** The issuer of the certificate; null when it is self-signed. */
  readonly certificateIssuer: string | null
  /** The statement of the previous key about this one; null for a first key. */
  readonly succession: Succession | null
  /** Whether a time-stamping authority is configured. */
  readonly hasTimeAuthority: boolean
}

/** The content of a page, as plain values: features give the content, this folder the look. */
export type DocumentContent = {
  /**
   * The document's title, in its properties and on every page's foot. Printed in viewers' title bars: no personal data.
   */
  title: string
  /** BCP 47, for screen readers. */
  language: string
  /** Readable in the file's own properties without parsing its pages, for programs that look the record up. */
  reference: string
  /** Stands at the left of every page's foot. */
  foot: string
  /** A last paragraph for the case that a character had to be shown by its number. */
  unprintableNote: string
  blocks: readonly Block[]
}

/** One labelled fact. `mono` is for hashes and ids. */
export type Fact = { label: string; value: string; style?: 'text' | 'mono' }

type Column = {
  heading: string
  /** This column's part of the width; the parts are relative to each other. */
  share: number
  style?: 'text' | 'mono'
}

export type Block =
  /**
   * The head of the first page: the product's name, a title, the kind of document, and a QR code with the address it
   * leads to.
   */
  | {
      block: 'masthead'
      product: string
      title: string
      subtitle: string
      qr: { url: string; caption: string; description: string }
    }
  | { block: 'heading'; text: string; level: 2 | 3 }
  | { block: 'paragraph'; text: string; tone?: 'body' | 'quiet' }
  /** A person's own words, set apart. */
  | { block: 'quotation'; text: string }
  /** Something that must be seen: a withdrawal, a timestamp that is still missing. */
  | { block: 'remark'; heading: string; text: string }
  | { block: 'facts'; rows: readonly Fact[] }
  /** Two parties side by side, each with a name as its heading. */
  | { block: 'parties'; parties: readonly { role: string; name: string; rows: readonly Fact[] }[] }
  | {
      block: 'signatures'
      signatures: readonly { role: string; signature: string; printedName: string; signedOn: string }[]
    }
  | { block: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
