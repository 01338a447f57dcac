import { lazy } from 'react'

export type { WalletProof } from './use-wallet-proof.ts'

/** The proof of an age by a wallet, downloaded where it is first shown. */
export const WalletProofField = lazy(() => import('./wallet-proof.tsx'))
