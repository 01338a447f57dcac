export { fetchIssuerListsJob } from './fetch-issuer-lists.ts'
export {
  attachProof,
  eraseWalletProofsOf,
  eraseWalletRequestsOf,
  findProofOf,
  forgetWalletProofsOf,
  forgetWalletsJob,
  gatherWallet,
  hasSameIdentity,
  showOwnProof,
  toProofSource,
} from './proof-store.ts'
