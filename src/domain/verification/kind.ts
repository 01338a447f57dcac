/** The two kinds of verification: age consent and identity of a person (PRODUCT-1). */
export const verificationKinds = ['age', 'person'] as const
export type VerificationKind = (typeof verificationKinds)[number]

/** The name of a kind's monthly allowance. */
export const usageAction: Record<VerificationKind, 'ageVerification' | 'personVerification'> = {
  age: 'ageVerification',
  person: 'personVerification',
}
