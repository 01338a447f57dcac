import { type Cbor, encodeFullDate } from './cbor.ts'

/** An answer of the simulated wallet to a request: accept it, refuse it, or answer with one error. */
export type Recipe = {
  /** The label of the button. */
  words: string
  /** The claims that the issuer signed, if they differ from those of an adult. */
  claims?: Record<string, Cbor>
  /** The disclosed claims instead of the requested ones, or those in addition to them, or without one of them. */
  shown?: readonly string[]
  more?: readonly string[]
  without?: string
  /** The start of the credential's validity in days before now, and its end in days after now. */
  beganDaysAgo?: number
  endsInDays?: number
  signer?: 'unknown' | 'own root' | 'without purpose' | 'expired' | 'other country'
  /** The signed document type differs from the stated one. */
  otherSignedType?: true
  documents?: 0 | 2
  /** An error in the device signature. */
  device?: 'other nonce' | 'other verifier' | 'other key' | 'mac'
  /** The issuer didn't encode the attributes in the shortest form (RFC 8949, 4.2). */
  longEncoding?: true
  /** The disclosed value is true, but the issuer signed false. */
  flipped?: true
  /** An error in the delivery of the answer. */
  sending?: 'in clear' | 'cancelled'
}

/** Too young in every year in which this runs. */
const minor = { age_over_18: false, birth_date: encodeFullDate('2020-02-29') }

export const recipes = {
  yes: { words: 'Yes, over 18' },
  'long encoding': { words: 'Yes, in a longer encoding', longEncoding: true },
  no: { words: 'No, under 18', claims: minor },
  cancelled: { words: 'Cancel', sending: 'cancelled' },
  'other nonce': { words: 'The answer to another nonce', device: 'other nonce' },
  'other verifier': { words: 'The answer to another website', device: 'other verifier' },
  'unknown issuer': { words: 'An unknown issuer', signer: 'unknown' },
  'own root': { words: 'An unknown issuer that brings its own root', signer: 'own root' },
  'other country': { words: 'A signer from another country than its root', signer: 'other country' },
  'signer without purpose': { words: 'A certificate that is not for signing', signer: 'without purpose' },
  'expired signer': { words: 'A certificate that has expired', signer: 'expired' },
  'expired credential': { words: 'A credential that has expired', beganDaysAgo: 90, endsInDays: -1 },
  'future credential': { words: 'A credential that is not valid yet', beganDaysAgo: -1 },
  'other device key': { words: 'A copied credential, on another device', device: 'other key' },
  'device mac': { words: 'A device that only makes MACs', device: 'mac' },
  'flipped claim': { words: 'A changed "under 18"', claims: minor, flipped: true },
  'no document': { words: 'No document', documents: 0 },
  'two documents': { words: 'Two documents', documents: 2 },
  'other signed type': { words: 'Another document than it says', otherSignedType: true },
  'text true': { words: 'The word "true"', claims: { age_over_18: 'true', birth_date: '1990-04-17' } },
  'number one': {
    words: 'The number 1, or a day that doesn’t exist',
    claims: { age_over_18: 1, birth_date: encodeFullDate('1990-02-31') },
  },
  'only over 21': { words: 'Only "over 21"', claims: { age_over_21: true }, shown: ['age_over_21'] },
  'too much': {
    words: 'More than was asked',
    claims: { birth_place: 'Nowakowo' },
    more: ['birth_place'],
  },
  'no family name': { words: 'Without the family name', without: 'family_name' },
  'empty name': { words: 'An empty family name', claims: { family_name: ' ' } },
  'name as a number': { words: 'A number as the family name', claims: { family_name: 7 } },
  'in clear': { words: 'An answer that is not encrypted', sending: 'in clear' },
} as const satisfies Record<string, Recipe>

export type AnswerKind = keyof typeof recipes

export const getRecipe = (kind: AnswerKind): Recipe => recipes[kind]
