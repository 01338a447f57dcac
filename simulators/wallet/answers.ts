/** An answer of the simulated wallet to a request: accept it, refuse it, or answer with one error. */
export type Recipe = {
  /** The label of the button. */
  words: string
  /** The claims that the issuer signed, in addition to `age_over_18: true`. */
  claims?: Record<string, boolean | string | number>
  /** The disclosed claims, if they differ from the requested ones. */
  shown?: readonly string[]
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

export const askedOnly = ['age_over_18'] as const

export const recipes = {
  yes: { words: 'Yes, over 18' },
  'long encoding': { words: 'Yes, in a longer encoding', longEncoding: true },
  no: { words: 'No, under 18', claims: { age_over_18: false } },
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
  'flipped claim': { words: 'A changed "under 18"', claims: { age_over_18: false }, flipped: true },
  'no document': { words: 'No document', documents: 0 },
  'two documents': { words: 'Two documents', documents: 2 },
  'other signed type': { words: 'Another document than it says', otherSignedType: true },
  'text true': { words: 'The word "true"', claims: { age_over_18: 'true' } },
  'number one': { words: 'The number 1', claims: { age_over_18: 1 } },
  'only over 21': { words: 'Only "over 21"', claims: { age_over_21: true }, shown: ['age_over_21'] },
  'too much': {
    words: 'More than was asked',
    claims: { family_name: 'Nowak', birth_date: '1990-04-17' },
    shown: [...askedOnly, 'family_name', 'birth_date'],
  },
  'in clear': { words: 'An answer that is not encrypted', sending: 'in clear' },
} as const satisfies Record<string, Recipe>

export type AnswerKind = keyof typeof recipes

export const getRecipe = (kind: AnswerKind): Recipe => recipes[kind]
