import { randomBytes, randomUUID } from 'node:crypto'
import type { BegunWalletSession } from '../../contract/wallet.ts'
import type { CredentialType } from '../../domain/wallet/credential-type.ts'
import { type WalletWay, walletSessionLifeMs } from '../../domain/wallet/wallet-session.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { hashHex } from '../platform/hash-hex.ts'
import type { Platform } from '../platform/platform.ts'
import { toAskedWallet } from './asked.ts'
import { insertSession, lockOwner, replaceOpen, type WalletOwner } from './session-store.ts'

/**
 * Begins a request to somebody's wallet, for five minutes. It takes the place of one that they have under way, as in another tab. Only who
 * shows the secret of the answer, which nobody can look up, learns how it goes on.
 */
export async function beginSession(
  platform: Platform,
  owner: WalletOwner,
  { credentialType, way }: { credentialType: CredentialType; way: WalletWay },
): Promise<BegunWalletSession | Refusal> {
  const { clock, database, settings, wallets } = platform
  if (!wallets.offered.includes(credentialType)) return refuse('wallet_not_offered')
  const id = randomUUID()
  const secret = randomBytes(32).toString('base64url')
  const matter = { credentialType, way, ...wallets.makeMatter() }
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + walletSessionLifeMs)
  await database.transaction(async (tx) => {
    await lockOwner(tx, owner)
    await replaceOpen(tx, owner)
    await insertSession(tx, owner, { ...matter, id, secretSha256: hashHex(secret), createdAt, expiresAt })
  })
  const request = wallets.request(toAskedWallet(settings, id, matter))
  return { id, secret, expiresAt: expiresAt.toISOString(), request }
}
