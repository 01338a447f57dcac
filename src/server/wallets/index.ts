export { forgetWalletProofOf, forgetWalletsJob } from './forget-wallets.ts'
export { eraseWalletOf, gatherWallet } from './personal-data.ts'
export { attachWalletProof, findWalletProof } from './proof-store.ts'
export { toWalletSource } from './wallet-source.ts'
