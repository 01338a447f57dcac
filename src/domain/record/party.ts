/** The two people of a record. */
export const parties = ['creator', 'third_party'] as const
export type Party = (typeof parties)[number]

/** The one whom somebody made the record with. */
export function pickOtherParty(party: Party): Party {
  return party === 'creator' ? 'third_party' : 'creator'
}
