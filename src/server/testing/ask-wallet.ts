import type { AskedWallet, Wallets } from '../platform/wallet/wallets.ts'

const session = 'https://assent.example/api/wallet-sessions/0190aaaa-0000-7000-8000-000000000000'

/** A request with its own secrets: by default for the age in a driving licence, unsigned, by QR code. */
export function askWallet(wallets: Wallets, more: Partial<AskedWallet> = {}): AskedWallet {
  return {
    credentialType: 'org.iso.18013.5.1.mDL',
    asksName: false,
    today: null,
    way: 'qr',
    responseUri: `${session}/response`,
    requestUri: '',
    ...wallets.makeRequestSecrets(),
    ...more,
  }
}
