export {
  attachWalletProof,
  eraseWalletProofsOf,
  eraseWalletRequestsOf,
  findWalletProof,
  forgetWalletProofsOf,
  forgetWalletsJob,
  gatherWallet,
  showOwnProof,
  toWalletSource,
} from './proof-store.ts'
