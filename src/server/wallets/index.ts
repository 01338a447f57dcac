export {
  attachProof,
  eraseWalletProofsOf,
  eraseWalletRequestsOf,
  findProofOf,
  forgetIdentitiesOf,
  forgetWalletProofsOf,
  forgetWalletsJob,
  gatherWallet,
  hasSameIdentity,
  toProofSource,
} from './proof-store.ts'
