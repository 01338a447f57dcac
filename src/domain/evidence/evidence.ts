import type { CalendarDate } from '../calendar-date.ts'

/** The facts that a record states about a person (EVIDENCE-1). `age`: they are 18 or over. */
export const facts = ['age', 'name', 'face', 'mailbox'] as const
export type Fact = (typeof facts)[number]

/** How a person's age, name or face is known, from the weakest step to the strongest (EVIDENCE-2). */
export const evidenceSteps = ['declared', 'document', 'provider', 'wallet'] as const
export type EvidenceStep = (typeof evidenceSteps)[number]

/** How a mailbox is known: only typed, or confirmed by a mailed code or link. */
export const mailboxSteps = ['typed', 'code'] as const
export type MailboxStep = (typeof mailboxSteps)[number]

/** The two people, as named in `facts.known` of a record. */
export const knownParties = ['creator', 'thirdParty'] as const
export type KnownParty = (typeof knownParties)[number]

export const documentKinds = [
  'passport',
  'identity_card',
  'residence_permit',
  'driving_licence',
  'state_identity_card',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** The result of reading a valid document, kept with the verification instead of the data that was read. */
export type DocumentSource = {
  step: 'document'
  document: DocumentKind
  /**
   * The machine-readable lines, with their check digits; a barcode; or, where a document has neither, consistent print.
   */
  readFrom: 'lines' | 'barcode' | 'print'
  /** The issuing state or country, as written in the document. */
  issuingState: string
  /** Whether the name in it matches the typed name; null where the document shows no comparable name. */
  nameAgrees: boolean | null
  readerVersion: string
  /** The day, on the signer's calendar, on which they were 18 or over and the document was valid. */
  day: CalendarDate
  at: string
  /** Present when it was kept from an earlier reading and used instead of a photo and an ID (ONCE-4). */
  kept?: true | undefined
}

/** A document was read but proves nothing: it contradicts the typed data, or it couldn't be read at all. */
type UnreadSource = {
  step: 'unread'
  outcome: string
  at: string
}

export type ProviderSource = {
  step: 'provider'
  provider: string
  nameAgrees: boolean | null
  faceMatched: boolean
  at: string
}

/** The stored part of a wallet's proof: the holder is 18 or over, who vouches for it, and the verdict on the name. */
export type WalletSource = {
  step: 'wallet'
  /** The type of the credential: ISO mdoc `docType`. */
  credentialType: string
  issuerName: string
  /**
   * Whether the name on the credential matches the typed name; null where they weren't compared, absent where the wallet
   * wasn't asked for it.
   */
  nameAgrees?: boolean | null | undefined
  /** SHA-256 of the wallet's answer, hex. */
  proofSha256: string
  at: string
}

/** Evidence that a person gave besides their own statement. Instants are RFC 3339 in UTC. */
export type EvidenceSource = DocumentSource | UnreadSource | ProviderSource | WalletSource

/** The minimum step of the third party's age that a creator may ask for (EVIDENCE-5). */
export const askedAgeSteps = ['declared', 'document', 'wallet'] as const
export type AskedAgeStep = (typeof askedAgeSteps)[number]

/** The evidence that a verification asks of its third party, chosen at its creation and shown before they begin. */
export type AsksFor = {
  age: AskedAgeStep
  /** Whether a wallet's proof of age takes the place of the ID, for both people. */
  walletInsteadOfId: boolean
  /** Whether a photo of the face is asked for, of both people. */
  face: boolean
  /** Present when a wallet may also be asked for the name, if its person chooses that, for both people. */
  walletName?: true
  /** Present when a kept earlier reading may replace the photo and the ID, for both people. */
  keptInstead?: true
}

/** The flow with a photo and an ID. */
export const defaultAsks: AsksFor = { age: 'declared', walletInsteadOfId: false, face: true }

/**
 * Whether the choices are compatible: a photo may be left out only for a wallet's proof, which kept evidence can't
 * replace, and only a wallet that is asked for can be asked for a name.
 */
export function isPossible({ age, walletInsteadOfId, face, walletName, keptInstead }: AsksFor): boolean {
  return (
    (age !== 'wallet' || (walletInsteadOfId && !keptInstead)) &&
    (face || age === 'wallet') &&
    (!walletName || walletInsteadOfId)
  )
}

export function canBeAsked(
  { age, walletInsteadOfId, keptInstead }: AsksFor,
  can: { readDocuments: boolean; askWallets: boolean },
): boolean {
  const isRead = age === 'document' || keptInstead === true
  return (!isRead || can.readDocuments) && (!walletInsteadOfId || can.askWallets)
}

/** Whether an age known by `step` is enough for a verification that asks for `asked`. */
export function isEnough(step: EvidenceStep, asked: AskedAgeStep): boolean {
  return evidenceSteps.indexOf(step) >= evidenceSteps.indexOf(asked)
}

/** The choices of a creator (EVIDENCE-5). */
export const askedChoices = {
  usual: defaultAsks,
  readable: { age: 'document', walletInsteadOfId: false, face: true },
  id_or_kept: { age: 'declared', walletInsteadOfId: false, face: true, keptInstead: true },
  id_or_wallet: { age: 'declared', walletInsteadOfId: true, face: true },
  wallet_and_photo: { age: 'wallet', walletInsteadOfId: true, face: true },
  wallet_alone: { age: 'wallet', walletInsteadOfId: true, face: false },
} as const satisfies Record<string, AsksFor>
export type AskedChoice = keyof typeof askedChoices

export function listOfferedChoices(can: { readDocuments: boolean; askWallets: boolean }): AskedChoice[] {
  return (Object.keys(askedChoices) as AskedChoice[]).filter((choice) =>
    canBeAsked(askedChoices[choice], can),
  )
}
