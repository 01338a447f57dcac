import type { Reading } from '../../contract/document-reading.ts'
import type { Answer } from '../../contract/endpoints.ts'
import type { HowKnown } from '../../contract/evidence.ts'
import type { KeptProofView } from '../../contract/kept-proof.ts'
import type { PriceList, Subscription, Usage } from '../../contract/plan.ts'
import type { HeldData, HeldRequest } from '../../contract/privacy.ts'
import type { RecordView } from '../../contract/record.ts'
import type { ThirdPartyView } from '../../contract/third-party.ts'
import type {
  OwnerView,
  ShownConsentText,
  StoredDocument,
  VerificationForm,
  VerificationSummary,
} from '../../contract/verification.ts'
import { defaultAsks } from '../../domain/evidence/evidence.ts'
import { listKnownFacts } from '../../domain/evidence/known-facts.ts'
import type { LanguageTag } from '../../domain/language.ts'
import { currentRecordFormat } from '../../domain/record/record.ts'
import { currentConsentTextVersion, findConsentText } from '../../domain/verification/consent-text.ts'
import { defaultValidity, type Validity } from '../../domain/verification/validity.ts'
import type { VerificationKind } from '../../domain/verification/verification.ts'
import type { Draft } from '../features/verifications/wizard/draft.ts'
import { makeEmptyWizard, type WizardValues } from '../features/verifications/wizard/wizard-values.ts'

/** A verification as its pages receive it, pending by default. */
export function sampleForm(more: Partial<VerificationForm> = {}): VerificationForm {
  return {
    id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11',
    type: 'age',
    status: 'pending',
    createdAt: '2026-11-20T09:30:00.000Z',
    verifiedAt: null,
    fullName: 'Łucja Nowak',
    dateOfBirth: '1990-04-17',
    signature: 'Ł. Nowak',
    signatureDate: '2026-11-20',
    thirdPartyName: 'Sam O’Neill',
    thirdPartySocialMediaName: '@sam.oneill',
    thirdPartyPlatformAge: '29',
    thirdPartyClaimedAge: '27',
    platformName: 'Hinge',
    additionalInformation: null,
    consentTextVersion: currentConsentTextVersion,
    consentText: sampleConsentText(more.type, more.validity),
    otherConsentText: null,
    creatorLanguage: 'en',
    validity: defaultValidity,
    validUntil: null,
    thirdPartySignature: null,
    thirdPartySignatureDate: null,
    asksFor: defaultAsks,
    howKnown: sampleHowKnown(['creator']),
    ...more,
  }
}

/** The current text as pages receive it. */
export function sampleConsentText(
  type: VerificationKind = 'age',
  validity: Validity = defaultValidity,
  language: LanguageTag = 'en',
): ShownConsentText {
  const text = findConsentText({ consentTextVersion: currentConsentTextVersion, type, validity }, language)
  if (!text) throw new Error('there is no current consent text')
  const { sections, warning } = text
  return {
    ...text,
    sha256: 'c'.repeat(64),
    sections: sections.map((section) => ({ ...section, paragraphs: [...section.paragraphs] })),
    warning: [...warning],
  }
}

/** How the facts of these people are known, who gave a statement and a photo. */
function sampleHowKnown(parties: HowKnown['known'][number]['party'][]): HowKnown {
  const at = '2026-11-20T09:30:00.000Z'
  const given = { declaredAt: at, photoAt: at, mailbox: { step: 'typed', at }, sources: [] } as const
  const known = listKnownFacts({ creator: given, thirdParty: given })
  return {
    known: known.filter(({ party }) => parties.includes(party)),
    sources: { creator: [], thirdParty: [] },
    shared: [],
    format: currentRecordFormat,
  }
}

export const completion = {
  howKnown: sampleHowKnown(['creator', 'thirdParty']),
  status: 'verified',
  verifiedAt: '2026-11-21T10:00:00.000Z',
  thirdPartySignature: 'S. O’Neill',
  thirdPartySignatureDate: '2026-11-21',
} as const

/** A stored photo or ID whose address is valid for an hour from 2026-11-21T10:00Z. */
export function sampleDocument(category: StoredDocument['category']): StoredDocument {
  return {
    id:
      category === 'selfie' ? '3d2c1b0a-0000-4000-8000-000000000001' : '3d2c1b0a-0000-4000-8000-000000000002',
    category,
    bucket: category === 'selfie' ? 'user_documents' : 'id_documents',
    path: `someone/${category}-1.jpg`,
    contentType: 'image/jpeg',
    sha256: '0'.repeat(64),
    url: `/api/files/${category}-1.jpg?Expires=1`,
    urlExpiresAt: '2026-11-21T11:00:00.000Z',
  }
}

/** The form behind the gate, before anything is uploaded. */
export function sampleThirdPartyView(more: Partial<ThirdPartyView> = {}): ThirdPartyView {
  return {
    ...sampleForm(more),
    limits: { imageMaxBytes: 5 * 1024 * 1024, pdfMaxBytes: 10 * 1024 * 1024 },
    uploads: { selfie: null, id: null },
    given: [],
    shared: [],
    creatorOpensFiles: false,
    saidNoAt: null,
    ...more,
  }
}

export const sampleSeal = {
  sealedAt: completion.verifiedAt,
  revision: 1,
  timestamp: 'none',
  pdfSha256: 'a'.repeat(64),
  archived: null,
} as const

/** A sealed record as shown to its third party, with its files destroyed. */
export function sampleRecordView(more: Partial<RecordView> = {}): RecordView {
  return {
    party: 'third_party',
    form: sampleForm(completion),
    thirdPartyEmail: 'sam@example.com',
    creatorOpens: 'now',
    record: sampleSeal,
    withdrawal: null,
    isSealLate: false,
    withdrawn: null,
    documents: { creatorSelfie: null, creatorId: null, thirdPartySelfie: null, thirdPartyId: null },
    filesDestroyedAt: '2027-02-21T10:00:00.000Z',
    checkUrl: '/check',
    accessEndsAt: null,
    holds: [],
    heldUntil: null,
    can: { withdraw: true, hold: false },
    ...more,
  }
}

/** The owner's view of an age verification, with the creator's own documents. */
export function sampleOwnerView(more: Partial<OwnerView> = {}): OwnerView {
  const form = sampleForm(more)
  return {
    ...form,
    thirdPartyEmail: 'sam@example.com',
    thirdPartyPhone: null,
    detailsErasedAt: null,
    verificationLink: `https://assent.example/verify/${form.id}`,
    emailProof: null,
    invitation: { state: 'accepted', at: form.createdAt },
    documents: {
      selfie: { state: 'open', document: sampleDocument('selfie') },
      id: { state: 'open', document: sampleDocument('id') },
      thirdPartySelfie: null,
      thirdPartyId: null,
    },
    ...more,
  }
}

/** The documents of an owner's view once they are destroyed. */
export const noDocuments = { selfie: null, id: null, thirdPartySelfie: null, thirdPartyId: null }

export function sampleSummary(more: Partial<VerificationSummary> = {}): VerificationSummary {
  return {
    id: '6f0d0f8c-6b4e-4a0e-9d5e-3f1d2c3b4a59',
    role: 'creator',
    type: 'age',
    status: 'pending',
    fullName: 'Ada Lovelace',
    detailsErasedAt: null,
    thirdPartyName: 'Sam Reed',
    platformName: 'Hinge',
    thirdPartySocialMediaName: '@sam',
    verificationLink: null,
    invitation: null,
    thirdPartyAgeStep: null,
    validUntil: null,
    createdAt: '2026-11-21T10:15:00.000Z',
    ...more,
  }
}

/** A person's whole history, with these items. */
export function sampleHistory(
  items: VerificationSummary[],
  more: Partial<Answer<'GET /api/verifications'>> = {},
): Answer<'GET /api/verifications'> {
  const counts = { all: items.length, age: items.length, person: 0 }
  return { items, counts, isLimited: false, nextCursor: null, ...more }
}

export const noPlan: Subscription = {
  tier: 'free',
  standing: 'none',
  currentPeriodEnd: null,
  previousTier: null,
  pendingTier: null,
  canManageBilling: false,
}

export const paidPlan: Subscription = {
  ...noPlan,
  tier: 'monthly',
  standing: 'active',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
  canManageBilling: true,
}

export const pendingPlan: Subscription = {
  ...noPlan,
  tier: 'pending',
  standing: 'pending',
  pendingTier: 'annual',
}

/** The month's usage of one kind: used of a limit, or unlimited. */
export function sampleMonth(used: number, limit: number | null): Usage['ageVerification'] {
  return {
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    unlimited: limit === null,
  }
}

export function sampleUsage(more: Partial<Usage> = {}): Usage {
  return {
    tier: 'free',
    since: '2026-11-01T00:00:00.000Z',
    ageVerification: sampleMonth(0, 1),
    personVerification: sampleMonth(1, 1),
    ...more,
  }
}

export const samplePrices: PriceList = {
  prices: [
    { tier: 'monthly', priceId: 'price_monthly' },
    { tier: 'sixmonth', priceId: 'price_sixmonth' },
    { tier: 'annual', priceId: 'price_annual' },
  ],
  defaultPriceId: 'price_monthly',
  simulated: false,
}

export const sampleReading: Reading = {
  documentId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff',
  day: '2026-03-11',
  state: 'done',
  before: 0,
  triesLeft: 2,
  outcome: 'read',
  kind: 'passport',
  readFrom: 'lines',
  issuingState: 'POL',
  ageOver18: true,
  nameAgrees: true,
  birthDateAgrees: true,
  sameDocument: false,
}

/** An account's kept reading of a passport, valid for a century. */
export const sampleKeptProof: KeptProofView = {
  id: '3d2c1b0a-0000-4000-8000-000000000003',
  fullName: 'Łucja Nowak',
  birthDateAgrees: true,
  document: 'passport',
  issuingState: 'POL',
  day: '2026-11-02',
  endsOn: '2126-11-02',
}

/** What an address without an account is shown: nothing by default. */
export function sampleHeldData(more: Partial<HeldData> = {}): HeldData {
  return {
    email: 'sam@example.com',
    hasAccount: false,
    requests: [],
    blocks: { senders: 0, all: false },
    ...more,
  }
}

/** A request to an address, expired by default. */
export function sampleHeldRequest(more: Partial<HeldRequest> = {}): HeldRequest {
  return {
    id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
    type: 'age',
    status: 'expired',
    createdAt: '2026-11-20T09:30:00.000Z',
    closedOrVerifiedAt: null,
    saidNoAt: null,
    keptUntil: '2027-01-20T09:30:00.000Z',
    isRecord: false,
    typedAboutYou: {
      name: 'Sam',
      socialMediaName: 'sam',
      ageOnPlatform: null,
      ageClaimed: null,
      email: 'sam@example.com',
      phone: null,
      platform: 'Chat',
      additionalTerms: null,
    },
    youGave: { signature: null, signedOn: null, declineReason: null, language: null },
    uploads: [],
    holds: [],
    mails: [],
    did: [],
    ...more,
  }
}

export const makeFilledWizard = (today: string): WizardValues => ({
  ...makeEmptyWizard(today),
  fullName: 'Ada Byron',
  dateOfBirth: '1990-12-10',
  thirdPartyName: 'Charles B.',
  thirdPartySocialMediaName: '@charles',
  platformName: 'Engine',
  signature: 'Ada Byron',
  thirdPartyEmail: 'charles@example.org',
})

/** The same, saved at the last step of the person wizard. */
export const makeSampleDraft = (today: string): Draft => ({
  step: 4,
  values: makeFilledWizard(today),
  idempotencyKey: 'b1a86bb4-5d0c-4c39-8f6e-5f0a2f3cf9a4',
  version: null,
  unanswered: [],
  selfieDocumentId: null,
  idDocumentId: null,
})
