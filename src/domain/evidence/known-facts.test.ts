import { describe, expect, it } from 'vitest'
import { describeHowKnown } from '../../words/describe-how-known.ts'
import type { RecordFormat } from '../record/record.ts'
import type { VoucherKind } from '../voucher.ts'
import {
  type AskedAgeStep,
  askedAgeSteps,
  askedChoices,
  type DocumentSource,
  defaultAsks,
  doesReplaceId,
  type EvidenceSource,
  evidenceSteps,
  isEnough,
  isPossible,
  listOfferedChoices,
  toAsked,
  type WalletSource,
} from './evidence.ts'
import {
  judgeAgeStep,
  judgeThirdPartyAgeStep,
  type KnownFact,
  listKnownFacts,
  listPartyFacts,
  type PartyEvidence,
} from './known-facts.ts'

const at = '2026-11-22T10:00:00.000Z'
const later = '2026-11-22T11:00:00.000Z'

const passport: DocumentSource = {
  step: 'document',
  document: 'passport',
  readFrom: 'lines',
  issuingState: 'POL',
  nameAgrees: true,
  readerVersion: '1',
  day: '2026-11-22',
  at: later,
}
const wallet: WalletSource = {
  step: 'wallet',
  credentialType: 'eu.europa.ec.av.1',
  issuerName: 'Ministry of Digital Affairs',
  proofSha256: '0'.repeat(64),
  at: later,
}
const provider: EvidenceSource = {
  step: 'provider',
  provider: 'Stripe Identity',
  nameAgrees: true,
  faceMatched: true,
  at: later,
}
const differs: EvidenceSource = { step: 'unread', outcome: 'birth_date_differs', at: later }

function person(sources: EvidenceSource[], more: Partial<PartyEvidence> = {}): PartyEvidence {
  return { declaredAt: at, photoAt: at, mailbox: { step: 'typed', at }, sources, ...more }
}

/** The known facts of a creator with this evidence. */
function known(...sources: EvidenceSource[]): Record<string, KnownFact> {
  const rows = listKnownFacts({ creator: person(sources), thirdParty: person([]) })
  return Object.fromEntries(rows.filter(({ party }) => party === 'creator').map((row) => [row.fact, row]))
}

describe('a known fact', () => {
  it('has one row for each fact and person, the creator’s first (EVIDENCE-3)', () => {
    const rows = listKnownFacts({ creator: person([]), thirdParty: person([], { photoAt: null }) })
    expect(rows.map(({ fact, party }) => `${party} ${fact}`)).toEqual([
      'creator age',
      'creator name',
      'creator face',
      'creator mailbox',
      'thirdParty age',
      'thirdParty name',
      'thirdParty mailbox',
    ])
  })

  it('is declared where no evidence was given besides a person’s statement (EVIDENCE-2)', () => {
    expect(known()).toEqual({
      age: { fact: 'age', party: 'creator', step: 'declared', at },
      name: { fact: 'name', party: 'creator', step: 'declared', at },
      face: { fact: 'face', party: 'creator', step: 'declared', at },
      mailbox: { fact: 'mailbox', party: 'creator', step: 'typed', at },
    })
  })

  it('has the highest step that any evidence reaches (EVIDENCE-1, EVIDENCE-2)', () => {
    expect(known(passport)['age']).toMatchObject({ step: 'document', at: later })
    expect(known(passport, wallet)['age']).toMatchObject({ step: 'wallet' })
    expect(known(wallet, provider, passport)['age']).toMatchObject({ step: 'wallet' })
    expect(known(wallet, provider, passport)['name']).toMatchObject({ step: 'provider', agrees: true })
    expect(judgeAgeStep([differs])).toBe('declared')
  })

  it('is shown for the third party beside "Verified", not for the creator (EVIDENCE-11)', () => {
    const unnamed = { ...passport, nameAgrees: null }
    const both = { creator: person([wallet]), thirdParty: person([unnamed]) }
    expect(judgeThirdPartyAgeStep({ known: listKnownFacts(both) })).toBe('document')
    expect(judgeThirdPartyAgeStep({ known: [] })).toBeNull()
  })

  it('takes no name from a wallet or from a document with a different name (EVIDENCE-8)', () => {
    expect(known(wallet)['name']).toEqual({ fact: 'name', party: 'creator', step: 'declared', at })
    expect(known({ ...passport, nameAgrees: false })['name']).toMatchObject({
      step: 'declared',
      agrees: false,
    })
    expect(known({ ...passport, nameAgrees: null })['name']).not.toHaveProperty('agrees')
    expect(known({ ...passport, nameAgrees: false })['age']).toMatchObject({ step: 'document' })
  })

  it('shows that a document contradicts the typed data, and takes no age from it (EVIDENCE-2)', () => {
    expect(known(differs)['age']).toEqual({
      fact: 'age',
      party: 'creator',
      step: 'declared',
      at,
      agrees: false,
    })
  })

  it('counts a face as compared only by a provider', () => {
    expect(known(passport)['face']).toMatchObject({ step: 'declared' })
    expect(known(provider)['face']).toMatchObject({ step: 'provider', agrees: true })
    expect(known({ ...provider, faceMatched: false })['face']).toMatchObject({
      step: 'declared',
      agrees: false,
    })
  })
})

describe('the sentence for a step', () => {
  const sentence = (fact: string, ...sources: EvidenceSource[]) => {
    const row = known(...sources)[fact]
    return row ? describeHowKnown(row, sources, 'sealed-record/3') : ''
  }

  it.each([
    [false, 'Their wallet’s credential has a different name. It was not checked.'],
    [null, 'The name in their wallet’s credential was not compared. It was not checked.'],
    [undefined, 'It was not checked.'],
  ])('says of a declared name what a wallet showed of it: %s (EVIDENCE-8)', (nameAgrees, told) => {
    const source = nameAgrees === undefined ? wallet : { ...wallet, nameAgrees }
    expect(sentence('name', source)).toBe(`The creator of the request typed this name. ${told}`)
  })

  it("states which checks were made and which weren't (EVIDENCE-1, EVIDENCE-4)", () => {
    expect(sentence('age')).toBe('They state that they are 18 or over. It was not checked.')
    expect(sentence('age', passport)).toBe(
      '18 or over on 22 November 2026: read from a passport (Poland); its check digits are right and it had not expired. No check was made that the document is genuine or belongs to this person.',
    )
    expect(sentence('age', { ...passport, document: 'driving_licence', readFrom: 'barcode' })).toContain(
      'read from a driving licence (Poland); its barcode is well formed and it had not expired.',
    )
    expect(sentence('age', wallet)).toContain('a credential that Ministry of Digital Affairs signed.')
    expect(sentence('face')).toContain('It was not compared')
    expect(sentence('mailbox')).toContain('No check was made of who reads its email.')
  })

  it('gives the reading day of kept evidence, and states in every row that there was no picture and no comparison (ONCE-4, EVIDENCE-18)', () => {
    const kept = { ...passport, kept: true } as const
    const since =
      'It was then kept, and used again without a picture, so it was not compared with the other person’s document. No check was made'
    expect(sentence('age', kept)).toContain(since)
    expect(sentence('name', kept, wallet)).toContain(
      `The same name was read from a passport (Poland) on 22 November 2026. ${since}`,
    )
  })

  it('states mismatches, and that a document could not be read', () => {
    expect(sentence('age', differs)).toContain('Their document shows a different birth date.')
    expect(sentence('name', { ...passport, nameAgrees: false })).toContain(
      'Their document shows a different name.',
    )
    expect(sentence('age', { step: 'unread', outcome: 'unreadable', at })).toContain(
      'Our software could not read the document',
    )
    expect(sentence('age', { step: 'unread', outcome: 'expired', at })).toContain(
      'The document they gave had expired, or expired on the day it was read.',
    )
  })

  it('names the bank, eID or age key that vouched, what it says of the name, and what it doesn’t say (EVIDENCE-4, EVIDENCE-8)', () => {
    const vouch = (by: VoucherKind, more: { nameAgrees?: boolean | null } = {}) =>
      ({ step: 'provider', provider: 'OneID', by, at: later, ...more }) as const
    const holder = 'it does not show that the person in front of the phone is the account’s holder.'
    expect(sentence('age', vouch('bank'))).toBe(
      `Confirmed by their bank through OneID on 22 November 2026: 18 or over. It says nothing about their name. No face was compared, and ${holder}`,
    )
    expect(sentence('age', vouch('eid', { nameAgrees: true }))).toBe(
      `Confirmed by their eID through OneID on 22 November 2026: 18 or over. No face was compared, and ${holder}`,
    )
    expect(sentence('age', vouch('age_key'))).toContain(
      'An age key of OneID says 18 or over, on 22 November 2026. It says nothing about their name.',
    )
    expect(sentence('name', vouch('bank', { nameAgrees: true }))).toBe(
      `Their bank confirmed the same name through OneID on 22 November 2026. No face was compared, and ${holder}`,
    )
    expect(sentence('name', vouch('bank', { nameAgrees: false }))).toBe(
      'The creator of the request typed this name. Their bank gave a different name through OneID. It was not checked.',
    )
    expect(sentence('name', vouch('eid', { nameAgrees: null }))).toContain(
      'The name in their eID was not compared.',
    )
    expect(sentence('name', vouch('bank'))).toBe(
      'The creator of the request typed this name. It was not checked.',
    )
    expect(sentence('face', vouch('bank'))).toBe(
      'They gave a photo. It was not compared with a document or a person.',
    )
  })

  it('tells a bank from an earlier check of document and face (EVIDENCE-4)', () => {
    const bank: EvidenceSource = { step: 'provider', provider: 'OneID', by: 'bank', at }
    expect(sentence('face', bank, provider)).toContain('Stripe Identity compared the face')
    expect(sentence('name', bank, provider)).toContain('Stripe Identity read the same name')
  })

  it('has the words of the record’s format: those of the first one stay (EVIDENCE-4)', () => {
    const unread: EvidenceSource = { step: 'unread', outcome: 'not_a_document', at }
    const mailbox = { fact: 'mailbox', party: 'creator', step: 'code', at } as const
    const write = (format: RecordFormat) => [
      describeHowKnown(mailbox, [], format),
      describeHowKnown(listPartyFacts('creator', person([unread]))[0] as KnownFact, [unread], format),
      describeHowKnown({ ...mailbox, fact: 'name', step: 'document' }, [passport], format),
    ]
    const unchecked = 'No check was made that the document is genuine or belongs to this person.'
    expect(write('sealed-record/2')).toEqual([
      'Someone who can read email sent to this address confirmed it with a code or link. It is not known who else can read it.',
      'They state that they are 18 or over. Our software found no document that it can read in the picture they gave. It was not checked.',
      `The same name was read from a passport (POL). ${unchecked}`,
    ])
    for (const format of ['sealed-record/3', 'sealed-record/4'] as const)
      expect(write(format)).toEqual([
        'Confirmed by a code or link sent to this address. We don’t know who else reads it.',
        'They state that they are 18 or over. We couldn’t read their ID. Nobody checked it.',
        `The same name was read from a passport (Poland). ${unchecked}`,
      ])
  })

  it('says since sealed-record/4 what a document with another name or birth date doesn’t show (EVIDENCE-21)', () => {
    const different: EvidenceSource = { ...passport, nameAgrees: false }
    const name = { fact: 'name', party: 'creator', step: 'declared', at, agrees: false } as const
    const typed = 'The creator of the request typed this name.'
    expect(describeHowKnown(name, [different], 'sealed-record/4')).toBe(
      `${typed} The name on their document is different. No check was made that the document is genuine.`,
    )
    expect(describeHowKnown(name, [different], 'sealed-record/3')).toBe(
      `${typed} Their document shows a different name. It was not checked.`,
    )
    expect(describeHowKnown({ ...name, fact: 'age' }, [different], 'sealed-record/4')).toBe(
      'They state that they are 18 or over. The birth date on their document is different. No check was made that the document is genuine.',
    )
  })

  it('uses neither a percentage nor the word verified (EVIDENCE-1)', () => {
    for (const fact of ['age', 'name', 'face', 'mailbox']) {
      for (const sources of [[], [passport], [wallet], [provider], [differs]]) {
        const words = sentence(fact, ...sources)
        expect(words).not.toMatch(/%|per cent|verified/i)
        expect(words.split(/(?<=\.) /).length).toBeGreaterThanOrEqual(2)
      }
    }
  })
})

describe('the evidence that a creator asks for (EVIDENCE-5)', () => {
  it('is a statement, a photo and an ID by default', () => {
    expect(defaultAsks).toEqual({ age: 'declared', walletInsteadOfId: false, face: true })
    expect(isPossible(defaultAsks)).toBe(true)
  })

  it('includes the photo and the ID, except for a wallet', () => {
    const all = askedAgeSteps.flatMap((age) =>
      [true, false].flatMap((walletInsteadOfId) =>
        [true, false].map((face) => ({ age, walletInsteadOfId, face })),
      ),
    )
    expect(all.filter(isPossible)).toHaveLength(6)
    for (const asks of all.filter(isPossible)) {
      if (!asks.face) expect(asks.age).toBe('wallet')
      if (asks.age === 'wallet') expect(asks.walletInsteadOfId).toBe(true)
    }
  })

  it('never allows kept evidence in place of a wallet’s proof', () => {
    expect(isPossible(askedChoices.id_or_kept)).toBe(true)
    expect(isPossible({ ...askedChoices.wallet_and_photo, keptInstead: true })).toBe(false)
  })

  it.each([
    [false, false, ['usual']],
    [true, false, ['usual', 'readable', 'id_or_kept']],
    [false, true, ['usual', 'id_or_wallet', 'wallet_and_photo', 'wallet_alone']],
    [true, true, ['usual', 'readable', 'id_or_kept', 'id_or_wallet', 'wallet_and_photo', 'wallet_alone']],
  ])(
    'offers the supported choices with document reading %s and wallets %s',
    (readDocuments, prove, offered) => {
      const can = (askWallets: boolean, askVouchers: boolean) => ({
        ...{ readDocuments, askWallets, askVouchers },
        askVoucherNames: askVouchers,
      })
      expect(listOfferedChoices(can(prove, false))).toEqual(offered)
      expect(listOfferedChoices(can(false, prove))).toEqual(offered)
      expect(listOfferedChoices(can(prove, prove))).toEqual(offered)
    },
  )

  it('takes the proofs that are configured', () => {
    const choice = (askWallets: boolean, askVouchers: boolean) =>
      toAsked('wallet_alone', { askWallets, askVouchers })
    expect(choice(true, false)).toEqual({ age: 'wallet', walletInsteadOfId: true, face: false })
    expect(choice(false, true)).toMatchObject({ walletInsteadOfId: false, voucherInsteadOfId: true })
    expect(choice(true, true)).toMatchObject({ walletInsteadOfId: true, voucherInsteadOfId: true })
    expect(toAsked('usual', { askWallets: true, askVouchers: true })).toEqual(askedChoices.usual)
  })

  it('is met by the same step and any higher one, and a proof by what replaces the ID', () => {
    const steps = (asked: AskedAgeStep, replacesId: boolean) =>
      evidenceSteps.filter((step) => isEnough({ step, replacesId }, asked))
    for (const asked of ['declared', 'document'] as const)
      expect(steps(asked, false)).toEqual(evidenceSteps.slice(evidenceSteps.indexOf(asked)))
    expect(steps('wallet', false)).toEqual([])
    expect(steps('wallet', true)).toEqual(evidenceSteps)
  })
})

describe('a bank, an eID or an age key (EVIDENCE-5)', () => {
  const bank = (nameAgrees?: boolean | null): EvidenceSource => ({
    ...{ step: 'provider', provider: 'OneID', by: 'bank', at: later },
    ...(nameAgrees === undefined ? {} : { nameAgrees }),
  })
  const both = { walletInsteadOfId: true, voucherInsteadOfId: true } as const
  const walletOnly = { walletInsteadOfId: true }

  it.each([
    ['a wallet', wallet, both, true],
    ['a wallet where only vouchers are asked', wallet, { ...both, walletInsteadOfId: false }, false],
    ['a bank', bank(), both, true],
    ['a bank where it isn’t asked', bank(true), walletOnly, false],
    ['a bank with the name', bank(true), { ...both, walletName: true as const }, true],
    ['a bank without the name', bank(), { ...both, walletName: true as const }, false],
    ['a bank with another name', bank(false), { ...both, walletName: true as const }, false],
    ['a bank with a name in other letters', bank(null), { ...both, walletName: true as const }, false],
    ['a wallet without the name', wallet, { ...both, walletName: true as const }, true],
    [
      'an earlier check of document and face',
      { ...bank(true), by: undefined, faceMatched: true },
      both,
      false,
    ],
  ] as const)('replaces the ID or doesn’t: %s', (_, source, asked, replaces) => {
    expect(doesReplaceId(source as EvidenceSource, asked)).toBe(replaces)
  })

  it('says nothing about the face', () => {
    expect(known(bank(true))['face']).toEqual({ fact: 'face', party: 'creator', step: 'declared', at })
  })
})
