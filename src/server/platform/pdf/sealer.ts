import type { LanguageTag } from '../../../domain/language.ts'
import type { Collected } from './long-term/collect-validation.ts'
import type { RevocationStatus } from './sealing/chain.ts'
import type { DetachedJws, Succession } from './sealing/seal-key.ts'
import type { TimestampFault } from './sealing/timestamp-token.ts'

/**
 * Whether an independent authority confirms the time: `none` is configured, its valid answer is `pending`, or it was
 * `granted`.
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
  /** Whether the file has the data to validate its certificates years later (`Collected`). */
  validation: ValidationState
  /** Code points that no font has, such as `U+0B95`: the document shows them by their number. */
  shownByNumber: readonly string[]
}

export type ValidationState = Collected['state']

/**
 * A sealed PDF with another timestamp over all of it (ETSI EN 319 142-1, 5.6), which protects it until the timestamp's
 * certificate expires.
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

/** Draws documents and seals them with the installation's key, off the event loop and a limited number at a time. */
export type Sealer = {
  /**
   * Seals a document as PAdES (B-LT with a timestamp and all statements about its certificates, otherwise B-T or B-B).
   * `contentFor` gives the content for each state of the timestamp; `at` is the claimed time in the signature
   * dictionary. Without a valid answer of the authority in time the state is `pending`: this machine's clock never
   * replaces it. The sealer doesn't wait for a silent revocation authority either.
   * @throws SealRefused when the certificate of the seal was revoked, is suspended, or has expired
   */
  seal(draft: { at: Date; contentFor(timestamp: TimestampState): DocumentContent }): Promise<SealedDocument>
  /** Signs a text with the same key (ES256). */
  sign(text: string): Promise<DetachedJws>
  /** Requests a timestamp over some bytes; `pending` without a valid answer, as above. */
  stamp(data: Uint8Array): Promise<TimestampOutcome>
  /**
   * Archives a sealed PDF, or renews its last archived copy: adds the current statements about its certificates, and a
   * timestamp over everything before it. Makes no copy when statements are missing and `acceptsMissing` is false, or
   * when the authority doesn't answer.
   * @param sealChain the certificate that sealed it and the certificates above it, DER
   */
  archive(
    pdf: Uint8Array,
    options: { sealChain: readonly Uint8Array[]; earlier: readonly Uint8Array[]; acceptsMissing: boolean },
  ): Promise<ArchivedCopy | { fault: TimestampFault | 'no_statement' | 'no_authority' }>
  /**
   * A warning for the operator about the certificates that seal and stamp, in one sentence; null when all are valid.
   */
  findWarning(): Promise<string | null>
  /** Which of them are known to be revoked, without a request. */
  readRevocation(): Promise<{ seal: RevocationStatus; timeAuthority: RevocationStatus }>
  /** Asks whether they are revoked, ignoring answers older than a minute, and stores the answer. */
  refreshCertificates(): Promise<void>
  readonly certificateEnds: Date
  /** Identifies the key: hex SHA-256 of the certificate. */
  readonly certificateSha256: string
  readonly certificatePem: string
  /** The certificate first, then the certificates above it: DER in base64. */
  readonly certificates: readonly string[]
  /** The issuer of the certificate; null when it is self-signed. */
  readonly certificateIssuer: string | null
  /** The statement of the previous key about this one; null for a first key. */
  readonly succession: Succession | null
  readonly hasTimeAuthority: boolean
}

/** The content of a document as plain values: features provide the content, this folder the layout. */
export type DocumentContent = {
  /** The document's title, in its properties. Viewers show it in their title bars, so it contains no personal data. */
  title: string
  /** Of its own sentences: for screen readers, and for the direction of the layout. */
  language: LanguageTag
  /** Readable in the file's properties without parsing its pages, for programs that look the record up. */
  reference: string
  /** Printed on the left of every page's foot. */
  foot: string
  /** Printed on the right of it, with `{page}` and `{count}` in place of the numbers. */
  page: string
  /** A last paragraph, used when a character had to be shown by its number. */
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

/** A part of a document, in its language or in another one. */
export type Block = Part & { language?: LanguageTag }

type Part =
  /**
   * The head of the first page: the product's name, a title, the kind of document, and a QR code with its target
   * address.
   */
  | {
      block: 'masthead'
      product: string
      title: string
      subtitle: string
      qr: { url: string; caption: string; description: string }
    }
  /** `above`: the kind of block that it stays above, where another one is in between. */
  | { block: 'heading'; text: string; level: 2 | 3; above?: 'parties' | 'table' }
  | { block: 'paragraph'; text: string; tone?: 'body' | 'quiet' }
  /** A person's own words, set apart. */
  | { block: 'quotation'; text: string }
  /** A notice that must be seen: a withdrawal, a timestamp that is still missing. */
  | { block: 'remark'; heading: string; text: string }
  | { block: 'facts'; rows: readonly Fact[] }
  /** Two parties side by side, each with a name as its heading. */
  | { block: 'parties'; parties: readonly { role: string; name: string; rows: readonly Fact[] }[] }
  | {
      block: 'signatures'
      /** `signedOn` has its lines. */
      signatures: readonly {
        role: string
        signature: string
        printedName: string
        signedOn: readonly string[]
      }[]
    }
  | { block: 'table'; columns: readonly Column[]; rows: readonly (readonly string[])[] }
