import type { BegunWalletSession, WalletSession } from '../../contract/wallet.ts'
import type { CredentialType, WalletWay } from '../../domain/wallet.ts'
import { sendAuthorisedRequest } from './authorised-request.ts'
import { request } from './request.ts'

/** A request to a wallet, as the browser that began it names it. */
export type OwnSession = Pick<BegunWalletSession, 'id' | 'secret'>

export type WalletBeginning = { credentialType: CredentialType; way: WalletWay }

/** Begins a request; rejects with a RequestFailure where that is refused. */
export type BeginWallet = (beginning: WalletBeginning) => Promise<BegunWalletSession>

export const beginOwnWallet: BeginWallet = (json) =>
  sendAuthorisedRequest('POST /api/wallet-sessions', { json })

export function beginThirdPartyWallet(access: { id: string; gateToken: string }): BeginWallet {
  return (json) =>
    request('POST /api/public/verifications/:id/wallet-sessions', {
      params: { id: access.id },
      token: access.gateToken,
      json,
    })
}

export function fetchOfferedWallets(signal: AbortSignal): Promise<CredentialType[]> {
  return request('GET /api/wallets', { signal }).then(({ offered }) => offered)
}

export function fetchWalletSession({ id, secret }: OwnSession, signal: AbortSignal): Promise<WalletSession> {
  return request('GET /api/wallet-sessions/:id', { params: { id }, token: secret, signal })
}

export function answerByBrowser(
  { id, secret }: OwnSession,
  json: { protocol: string; data: unknown },
): Promise<WalletSession> {
  return request('POST /api/wallet-sessions/:id/answer', { params: { id }, token: secret, json })
}

export function completeReturn({ id, secret }: OwnSession, responseCode: string): Promise<WalletSession> {
  return request('POST /api/wallet-sessions/:id/return', {
    params: { id },
    token: secret,
    json: { responseCode },
  })
}

/** Takes a request back. It ends by itself in five minutes, so nobody waits for this, nor learns that it failed. */
export function cancelWallet({ id, secret }: OwnSession): void {
  request('DELETE /api/wallet-sessions/:id', { params: { id }, token: secret }).catch(() => {})
}
