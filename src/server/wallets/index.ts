export {
  attachWalletProof,
  eraseWalletProofsOf,
  eraseWalletRequestsOf,
  findWalletProof,
  forgetWalletProofOf,
  forgetWalletsJob,
  gatherWallet,
  toWalletSource,
} from './proof-store.ts'
