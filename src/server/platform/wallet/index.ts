export { createWallets, type WalletsOptions } from './create-wallets.ts'
export { loadRoots, type WalletRoots } from './load-roots.ts'
export {
  type AskedWallet,
  isWalletRefused,
  type WalletAnswer,
  type WalletRequest,
  type Wallets,
  type WalletVerdict,
} from './wallets.ts'
