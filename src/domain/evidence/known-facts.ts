import {
  type EvidenceSource,
  type EvidenceStep,
  evidenceSteps,
  type Fact,
  type KnownParty,
  knownParties,
  type MailboxStep,
} from './evidence.ts'

/** One fact about one person, and how it is known. `at` is the time since when, RFC 3339 in UTC. */
export type KnownFact = {
  fact: Fact
  party: KnownParty
  step: EvidenceStep | MailboxStep
  at: string
  /** Whether the read text matches the typed text; absent where no comparison was made. */
  agrees?: boolean | undefined
}

export type PartyEvidence = {
  declaredAt: string
  /** The time at which they gave a photo of their face; null without one. */
  photoAt: string | null
  mailbox: { step: MailboxStep; at: string }
  sources: readonly EvidenceSource[]
}

/** One row for each fact and person, the creator's first (EVIDENCE-3). The face has no row where no photo was given. */
export function listKnownFacts(evidence: Record<KnownParty, PartyEvidence>): KnownFact[] {
  return knownParties.flatMap((party) => listPartyFacts(party, evidence[party]))
}

export function listPartyFacts(party: KnownParty, given: PartyEvidence): KnownFact[] {
  const face = describeFace(given)
  return [
    { fact: 'age', party, ...describeAge(given) },
    { fact: 'name', party, ...nameFact(given) },
    ...(face ? [{ fact: 'face' as const, party, ...face }] : []),
    { fact: 'mailbox', party, ...given.mailbox },
  ]
}

/** The step by which a person's age is known, from the evidence besides their own statement. */
export function judgeAgeStep(sources: readonly EvidenceSource[]): EvidenceStep {
  return pickBestSource(sources.filter(doesProveAge))?.step ?? 'declared'
}

type Known = Omit<KnownFact, 'fact' | 'party'>

function describeAge({ sources, declaredAt }: PartyEvidence): Known {
  const source = pickBestSource(sources.filter(doesProveAge))
  if (source) return { step: source.step, at: source.at }
  return {
    step: 'declared',
    at: declaredAt,
    ...(doesContradict(sources) ? { agrees: false } : {}),
  }
}

/** A name counts as read only if it matches the typed name: the machine-readable lines have no check digit for it. */
function nameFact({ sources, declaredAt }: PartyEvidence): Known {
  const compared = sources.filter((source) => source.step !== 'unread')
  const source = pickBestSource(compared.filter(({ nameAgrees }) => nameAgrees === true))
  if (source) return { step: source.step, at: source.at, agrees: true }
  const differs = compared.some(({ nameAgrees }) => nameAgrees === false)
  return { step: 'declared', at: declaredAt, ...(differs ? { agrees: false } : {}) }
}

/** Only a provider that examined a document compared a face; a bank or an age key didn't. */
function describeFace({ sources, photoAt }: PartyEvidence): Known | null {
  const source = sources.find(
    (candidate) => candidate.step === 'provider' && candidate.faceMatched !== undefined,
  )
  if (source?.step === 'provider') {
    const { faceMatched: agrees = false, at } = source
    return { step: agrees ? 'provider' : 'declared', at, agrees }
  }
  return photoAt === null ? null : { step: 'declared', at: photoAt }
}

type Proof = Exclude<EvidenceSource, { step: 'unread' }>

function doesProveAge(source: EvidenceSource): source is Proof {
  return source.step !== 'unread'
}

/** Whether a document has a different birth date from the typed one. */
function doesContradict(sources: readonly EvidenceSource[]): boolean {
  return sources.some((source) => source.step === 'unread' && source.outcome === 'birth_date_differs')
}

function pickBestSource<Source extends Proof>(sources: readonly Source[]): Source | undefined {
  const rankSource = ({ step }: Source) => evidenceSteps.indexOf(step)
  return sources.toSorted((a, b) => rankSource(b) - rankSource(a))[0]
}

/** The step by which the third party's age is known, shown beside "Verified"; null if it isn't (EVIDENCE-11). */
export function judgeThirdPartyAgeStep({ known }: { known: readonly KnownFact[] }): EvidenceStep | null {
  const age = known.find(({ fact, party }) => fact === 'age' && party === 'thirdParty')
  return evidenceSteps.find((step) => step === age?.step) ?? null
}
