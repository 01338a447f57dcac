/** The two people of a record. */
export const parties = ['creator', 'third_party'] as const
export type Party = (typeof parties)[number]
