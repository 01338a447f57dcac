export { forgetWalletProofOf, forgetWalletsJob } from './forget-wallets.ts'
export { eraseWalletOf, walletOf } from './personal-data.ts'
export { attachWalletProof, walletProofOf } from './proof-store.ts'
export { walletSource } from './wallet-source.ts'
