export { fetchIssuerListsJob } from './fetch-issuer-lists.ts'
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
