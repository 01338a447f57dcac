export {
  attachWalletProof,
  eraseWalletOf,
  findWalletProof,
  forgetWalletProofOf,
  forgetWalletsJob,
  gatherWallet,
  toWalletSource,
} from './proof-store.ts'
