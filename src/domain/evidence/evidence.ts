import type { CalendarDate } from '../calendar-date.ts'
import type { VoucherKind } from '../voucher.ts'

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

/** What a bank, an eID or an age key confirmed (`by`) or, in earlier records, what a check of document and face found. */
export type ProviderSource = {
  step: 'provider'
  provider: string
  by?: VoucherKind | undefined
  /** Whether the name matches the typed name; null where they weren't compared, absent where it wasn't asked for. */
  nameAgrees?: boolean | null | undefined
  /** Present where a face was compared. */
  faceMatched?: boolean | undefined
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
  /** Present where the confirmation of a bank, an eID or an age key does so, too. */
  voucherInsteadOfId?: true
  /** Whether a photo of the face is asked for, of both people. */
  face: boolean
  /**
   * Present when a wallet or voucher may also be asked for the name, if its person chooses that, for both people. Then a
   * voucher replaces the ID only together with the name.
   */
  walletName?: true
  /** Present when a kept earlier reading may replace the photo and the ID, for both people. */
  keptInstead?: true
}

/** The flow with a photo and an ID. */
export const defaultAsks: AsksFor = { age: 'declared', walletInsteadOfId: false, face: true }

/**
 * Whether the choices are compatible: a photo may be left out only for a proof by a wallet or voucher, which kept
 * evidence can't replace, and only who may give a proof can be asked for a name.
 */
export function isPossible(asked: AsksFor): boolean {
  const { age, face, walletName, keptInstead } = asked
  const takesProof = doesTakeProof(asked)
  return (
    (age !== 'wallet' || (takesProof && !keptInstead)) &&
    (face || age === 'wallet') &&
    (!walletName || takesProof)
  )
}

/** Whether a proof by a wallet or voucher may take the place of the ID. */
export const doesTakeProof = ({
  walletInsteadOfId,
  voucherInsteadOfId,
}: Pick<AsksFor, 'walletInsteadOfId' | 'voucherInsteadOfId'>): boolean =>
  walletInsteadOfId || voucherInsteadOfId === true

/** What an installation can ask people for. `askVoucherNames`: one of its vouchers has names. */
export type CanAsk = {
  readDocuments: boolean
  askWallets: boolean
  askVouchers: boolean
  askVoucherNames: boolean
}

export function canBeAsked(
  { age, walletInsteadOfId, voucherInsteadOfId, walletName, keptInstead }: AsksFor,
  can: CanAsk,
): boolean {
  const isRead = age === 'document' || keptInstead === true
  return (
    (!isRead || can.readDocuments) &&
    (!walletInsteadOfId || can.askWallets) &&
    (!voucherInsteadOfId || can.askVouchers) &&
    (!walletName || walletInsteadOfId || can.askVoucherNames)
  )
}

/** Whether a source takes the place of the ID (EVIDENCE-5). Where the name is asked, a voucher has to agree with it. */
export function doesReplaceId(
  source: EvidenceSource,
  { walletInsteadOfId, voucherInsteadOfId, walletName }: Omit<AsksFor, 'age' | 'face'>,
): boolean {
  if (source.step === 'wallet') return walletInsteadOfId
  if (source.step !== 'provider' || !source.by || !voucherInsteadOfId) return false
  return !walletName || source.nameAgrees === true
}

/**
 * Whether a person's age is known as well as a verification asks. A proof that is asked for has to be one that replaces
 * the ID.
 */
export function isEnough(
  { step, replacesId }: { step: EvidenceStep; replacesId: boolean },
  asked: AskedAgeStep,
): boolean {
  if (asked === 'wallet') return replacesId
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

/** A choice as it is asked here: proofs by the wallets and vouchers that are configured. */
export function toAsked(choice: AskedChoice, can: Pick<CanAsk, 'askWallets' | 'askVouchers'>): AsksFor {
  const asked: AsksFor = askedChoices[choice]
  if (!asked.walletInsteadOfId) return asked
  return {
    ...asked,
    walletInsteadOfId: can.askWallets || !can.askVouchers,
    ...(can.askVouchers ? { voucherInsteadOfId: true as const } : {}),
  }
}

export function listOfferedChoices(can: CanAsk): AskedChoice[] {
  return (Object.keys(askedChoices) as AskedChoice[]).filter((choice) =>
    canBeAsked(toAsked(choice, can), can),
  )
}
