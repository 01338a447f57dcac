import { fillAddress } from '../../contract/address.ts'
import type { Settings } from '../platform/platform.ts'
import type { AskedWallet } from '../platform/wallet/index.ts'

/** What is asked of a wallet, with the address of this one session: the answer is good nowhere else. */
export function toAskedWallet(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  id: string,
  matter: Omit<AskedWallet, 'responseUri'>,
): AskedWallet {
  const responseUri = `${publicUrl}${fillAddress('POST /api/wallet-sessions/:id/response', { id })}`
  return { ...matter, responseUri }
}
