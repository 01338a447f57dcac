/** Who vouches for a person by OpenID Connect: their bank, a state's or scheme's eID, or an age key. */
export const voucherKinds = ['bank', 'eid', 'age_key'] as const
export type VoucherKind = (typeof voucherKinds)[number]

/** A provider as the pages list it. `countries` are ISO 3166-1 alpha-2 codes, none for everywhere. */
export type OfferedVoucher = {
  id: string
  name: string
  kind: VoucherKind
  countries: readonly string[]
  /** Whether it can confirm a name, too. */
  hasName: boolean
}

/** How long a person has at their provider. */
export const voucherSessionLifeMs = 15 * 60 * 1000

export const voucherRefusals = [
  /** It isn't a valid answer to this request, or not of this provider. */
  'answer_invalid',
  /** It was made by a method or at a level that isn't accepted. */
  'method_refused',
  /** It doesn't say whether the person is 18 or over. */
  'age_unknown',
  /** The provider couldn't be reached, or failed. */
  'provider_away',
] as const
export type VoucherRefusal = (typeof voucherRefusals)[number]
