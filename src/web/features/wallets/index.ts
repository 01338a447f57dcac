import { lazyPart } from '../../shared/ui/lazy-part.tsx'

export type { WalletProof } from './use-proof-session.ts'

/** The proof of an age by a wallet, downloaded where it is first shown. */
export const WalletProofField = lazyPart(() => import('./wallet-proof.tsx'))

/** The choice of how to prove an age, where banks, eIDs and age keys are configured. */
export const ProofWays = lazyPart(() => import('./proof-ways.tsx'))
