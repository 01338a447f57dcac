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
  toProofSource,
} from './proof-store.ts'
