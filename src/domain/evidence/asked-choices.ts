import { type AsksFor, canBeAsked, usualAsks } from './asks-for.ts'

/** What a creator chooses from (EVIDENCE-5). */
export const askedChoices = {
  usual: usualAsks,
  readable: { age: 'document', walletInsteadOfId: false, face: true },
  id_or_wallet: { age: 'declared', walletInsteadOfId: true, face: true },
  wallet_and_photo: { age: 'wallet', walletInsteadOfId: true, face: true },
  wallet_alone: { age: 'wallet', walletInsteadOfId: true, face: false },
} as const satisfies Record<string, AsksFor>
export type AskedChoice = keyof typeof askedChoices

/** The choices of an installation, by what it can do. */
export function listOfferedChoices(can: { readDocuments: boolean; askWallets: boolean }): AskedChoice[] {
  return (Object.keys(askedChoices) as AskedChoice[]).filter((choice) =>
    canBeAsked(askedChoices[choice], can),
  )
}
