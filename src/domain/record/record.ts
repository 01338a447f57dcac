import type { AuditEntry } from '../audit-event.ts'
import type { CalendarDate } from '../calendar-date.ts'
import type { DocumentCategory, KeptType } from '../document.ts'
import type { AsksFor, EvidenceSource, KnownParty } from '../evidence/evidence.ts'
import type { KnownFact } from '../evidence/known-facts.ts'
import { isSameName } from '../identity-document/names-agree.ts'
import type { LanguageTag } from '../language.ts'
import type { ConsentText, StatementName } from '../verification/consent-text.ts'
import type { EmailProof, VerificationKind } from '../verification/verification.ts'

export const parties = ['creator', 'third_party'] as const
export type Party = (typeof parties)[number]

export function pickOtherParty(party: Party): Party {
  return party === 'creator' ? 'third_party' : 'creator'
}

/** The formats of the facts, oldest first (docs/record-format.md). A record keeps its format, and with it its words. */
export const recordFormats = ['sealed-record/2', 'sealed-record/3', 'sealed-record/4'] as const
export type RecordFormat = (typeof recordFormats)[number]

/** The formats in which both people signed the English text, and which are always in English. */
export type EnglishFormat = Exclude<RecordFormat, 'sealed-record/4'>

/** The format of a record that is completed now. */
export const currentRecordFormat = 'sealed-record/4' satisfies RecordFormat

export function isRecordFormat(format: unknown): format is RecordFormat {
  return recordFormats.some((known) => known === format)
}

/** A row of the audit trail with its hash. */
export type TrailEntry = AuditEntry & { hash: string }

/** The state of the transparency log just before this document: its head, as published at that time. */
export type LogHead = { size: number; rootHash: string; at: string }

type LanguagesOf4 = {
  format: 'sealed-record/4'
  /** The language in which the creator signed: the document's own sentences are in it. */
  language: LanguageTag
  /** The language in which the third party signed, where it is another one: the first page is in it too. */
  alsoIn?: LanguageTag
}

/** The format of a document with its languages. The formats before `sealed-record/4` are in English. */
export type RecordLanguages = { format: EnglishFormat } | LanguagesOf4

/**
 * The data needed to verify the seal of a document and of its JSON twin. Instants are RFC 3339, UTC, with milliseconds.
 */
export type RecordOrigin = {
  /**
   * The address where the document can be checked; the code in it identifies the record without revealing anything
   * about it.
   */
  checkUrl: string
  verificationId: string
  /** 1 for the first revision, plus 1 for each revision that adds a timestamp. */
  revision: number
  /** When the document was drawn, by the clock of the service. */
  drawnAt: string
  /** The state of that clock at the time. */
  clock: ClockState
  /** SHA-256 of the certificate that seals, hex. */
  sealCertificateSha256: string
  /** The issuer of that certificate; null for a self-signed one. */
  sealCertificateIssuer: string | null
  log: LogHead
}

/** A text as one person signed it. */
export type SignedText = ConsentText & {
  /** Of the canonical JSON of the text: everything here but this and `ticked`. */
  sha256: string
  /** The sentences of `statements` that this person ticked. */
  ticked: readonly StatementName[]
}

/** The format of a record with its languages, and with what the two signed of the service's own words. */
export type RecordTexts =
  | {
      format: EnglishFormat
      consent: Pick<ConsentText, 'version' | 'title' | 'sections'> & {
        /** The sentences that each party ticked, word for word. */
        ticked: { creator: readonly string[]; thirdParty: readonly string[] }
      }
    }
  | (LanguagesOf4 & { consent: { creator: SignedText; thirdParty: SignedText } })

/** Everything that a record states, as one plain value: the PDF shows it, and the JSON twin contains it. */
export type RecordFacts = RecordOrigin & RecordTexts & StatedFacts

type StatedFacts = {
  document: 'record'
  kind: VerificationKind
  createdAt: string
  verifiedAt: string
  /** The end of the consent's validity; absent where only a withdrawal ends it (VALID-6). */
  validUntil?: string
  /** How each fact about each person is known: one row per fact (EVIDENCE-3). */
  known: readonly KnownFact[]
  /** The evidence of each person: the result and its time, never the data that was read. */
  sources: Record<KnownParty, readonly EvidenceSource[]>
  /** Hints for the reader; absent when there are none (EVIDENCE-16). */
  odd?: readonly Oddity[]
  asked: AsksFor
  creator: {
    fullName: string
    dateOfBirth: CalendarDate
    /** Whether the address of the creator's account had been confirmed by a mailed link at the completion. */
    emailConfirmed: boolean
  }
  thirdParty: {
    fullName: string
    socialMediaName: string
    platformName: string
    platformAge: string | null
    claimedAge: string | null
    email: string
    emailProof: EmailProof
  }
  additionalTerms: string | null
  signatures: readonly {
    party: Party
    signature: string
    printedName: string
    /** The day on the signer's own calendar. */
    signedOn: CalendarDate
    /** When the signature arrived, by the clock of the service. */
    signedAt: string
  }[]
  /** Types and hashes of the files, computed from the stored bytes that their party can download. */
  evidence: readonly {
    party: Party
    category: DocumentCategory
    contentType: KeptType
    sha256: string
    of: 'stored'
    submittedAt: string
  }[]
  /**
   * From the creation to the completion; a very long trail is reduced to its beginning, its end and the state changes.
   */
  auditTrail: readonly TrailEntry[]
  /** The number of rows left out in between; absent when all are listed. */
  auditTrailLeftOut?: number
}

/** The addendum for a withdrawal by one of the parties. */
export type WithdrawalFacts = RecordOrigin &
  RecordLanguages & {
    document: 'withdrawal'
    kind: VerificationKind
    verifiedAt: string
    withdrawnAt: string
    withdrawnBy: Party
    /**
     * The latest time until which a legal hold of the other party kept the photos and IDs; absent where they were
     * destroyed with the withdrawal.
     */
    filesHeldUntil?: string
    creatorName: string
    thirdPartyName: string
    /** The sealed documents of the corresponding record, oldest first. */
    records: readonly { revision: number; pdfSha256: string; sealedAt: string }[]
    /** From after the completion to the withdrawal, shortened in the same way. */
    auditTrail: readonly TrailEntry[]
    auditTrailLeftOut?: number
  }

/**
 * Whether the clock of the service was synchronised with others, and the program on its machine that reported it; null
 * where no program could be asked, which doesn't mean that it wasn't.
 */
export type ClockState =
  | { state: 'synchronised' | 'unsynchronised'; source: string }
  | { state: 'unknown'; source: null }

/**
 * The name of an installation's transparency log, as witnesses know it: `assent.example/log` for
 * `https://assent.example`.
 */
export function nameLogOrigin(publicUrl: string): string {
  return `${publicUrl.replace(/^https?:\/\//, '')}/log`
}

/** The things that both people can share, in the order in which a record lists them. */
export const sharedThings = ['same_document', 'same_identity', 'same_network', 'same_browser'] as const
export type Shared = (typeof sharedThings)[number]

type File = { party: Party; category: DocumentCategory }

/**
 * Hints for the reader of the record. They don't cause a refusal, since each may have a good reason. The person is
 * warned, and the record lists it (EVIDENCE-16).
 */
export type Oddity =
  | { oddity: 'signature_unlike_name'; party: Party }
  /** Two of the files are identical. */
  | { oddity: 'same_file'; files: readonly [File, File] }
  | { oddity: Shared }

/** Finds the hints in the signatures, the evidence and the connections of two people; the signatures come first. */
export function listOddities(given: {
  signatures: readonly { party: Party; signature: string; printedName: string }[]
  evidence: readonly (File & { sha256: string })[]
  shared: readonly Shared[]
}): Oddity[] {
  return [
    ...given.signatures
      .filter(({ signature, printedName }) => isSignedUnlike(signature, printedName))
      .map(({ party }) => ({ oddity: 'signature_unlike_name' as const, party })),
    ...given.evidence.flatMap((one, index) =>
      given.evidence
        .slice(index + 1)
        .filter(({ sha256 }) => sha256 === one.sha256)
        .map((other) => ({ oddity: 'same_file' as const, files: [toFile(one), toFile(other)] as const })),
    ),
    ...sharedThings.filter((each) => given.shared.includes(each)).map((oddity) => ({ oddity })),
  ]
}

/** The things from a record's oddities that both people share. */
export function listShared(odd: readonly Oddity[]): Shared[] {
  return sharedThings.filter((each) => odd.some(({ oddity }) => oddity === each))
}

/** Whether a typed signature has different names from its person's name. An empty signature has none. */
export function isSignedUnlike(signature: string, name: string): boolean {
  return signature.trim() !== '' && name.trim() !== '' && !isSameName(signature, name)
}

const toFile = ({ party, category }: File): File => ({ party, category })
