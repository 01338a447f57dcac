export {
  attachWalletProof,
  eraseWalletProofsOf,
  eraseWalletRequestsOf,
  findWalletProof,
  forgetWalletProofsOf,
  forgetWalletsJob,
  gatherWallet,
  toWalletSource,
} from './proof-store.ts'
