import { lazyPart } from '../../shared/ui/lazy-part.tsx'

export type { WalletProof } from './use-wallet-proof.ts'

/** The proof of an age by a wallet, downloaded where it is first shown. */
export const WalletProofField = lazyPart(() => import('./wallet-proof.tsx'))
