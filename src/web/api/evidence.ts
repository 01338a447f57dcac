import type { Reading } from '../../contract/document-reading.ts'
import type { BegunVoucherSession, VoucherReturn } from '../../contract/voucher.ts'
import type { BegunWalletSession, WalletSession } from '../../contract/wallet.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { OfferedVoucher } from '../../domain/voucher.ts'
import type { CredentialType, WalletWay } from '../../domain/wallet.ts'
import { toLocalDay } from '../shared/time/local-day.ts'
import { request } from './request.ts'
import { sendAuthorisedRequest } from './session.ts'
import type { ThirdPartyAccess } from './third-party.ts'

/**
 * Requests the reading of a document, and fetches its outcome; null when none was requested. Both throw RequestFailure.
 */
export type ReadingCalls = {
  ask(documentId: string, signal: AbortSignal): Promise<Reading>
  look(documentId: string, signal: AbortSignal): Promise<Reading | null>
}

/** For this signed-in creator, compared with the data they typed about themselves. */
export function callOwnReading(
  userId: string,
  claims: { fullName: string; dateOfBirth: CalendarDate; today: CalendarDate },
): ReadingCalls {
  return {
    ask: (documentId, signal) =>
      sendAuthorisedRequest('POST /api/document-readings', {
        json: { documentId, ...claims },
        signal,
        userId,
      }),
    look: async (documentId, signal) => {
      const { reading } = await sendAuthorisedRequest('GET /api/document-readings/:id', {
        params: { id: documentId },
        signal,
      })
      return reading
    },
  }
}

/** For the third party, compared with the name that the creator typed. */
export function callThirdPartyReading({ id, gateToken }: ThirdPartyAccess): ReadingCalls {
  const call = { params: { id }, token: gateToken }
  return {
    ask: (documentId, signal) => {
      const json = { documentId, today: toLocalDay(new Date()) }
      return request('POST /api/public/verifications/:id/reading', { ...call, json, signal })
    },
    look: async (_, signal) =>
      (await request('GET /api/public/verifications/:id/reading', { ...call, signal })).reading,
  }
}

/** The browser's reference to a request to a wallet that it began. */
type OwnSession = Pick<BegunWalletSession, 'id' | 'secret'>

export type WalletBeginning = { credentialType: CredentialType; way: WalletWay; asksName: boolean }

/** Begins a request; rejects with a RequestFailure if it is refused. */
export type BeginWallet = (beginning: WalletBeginning) => Promise<BegunWalletSession>

/** Of this signed-in creator, whose credential's name is compared with the typed one. */
export function beginOwnWallet(userId: string, fullName: string): BeginWallet {
  return (beginning) =>
    sendAuthorisedRequest('POST /api/wallet-sessions', {
      userId,
      json: { ...beginning, today: toLocalDay(new Date()), ...(beginning.asksName ? { fullName } : {}) },
    })
}

export function beginThirdPartyWallet(access: { id: string; gateToken: string }): BeginWallet {
  return (beginning) =>
    request('POST /api/public/verifications/:id/wallet-sessions', {
      params: { id: access.id },
      token: access.gateToken,
      json: { ...beginning, today: toLocalDay(new Date()) },
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

/** Begins a request to a bank, an eID or an age key; rejects with a RequestFailure if it is refused. */
export type BeginVoucher = (beginning: { voucher: string; asksName: boolean }) => Promise<BegunVoucherSession>

/** Of the signed-in creator, whose name there is compared with the typed one. */
export function beginOwnVoucher(userId: string, fullName: string): BeginVoucher {
  return (beginning) =>
    sendAuthorisedRequest('POST /api/voucher-sessions', {
      userId,
      json: { ...beginning, today: toLocalDay(new Date()), ...(beginning.asksName ? { fullName } : {}) },
    })
}

export function beginThirdPartyVoucher(access: { id: string; gateToken: string }): BeginVoucher {
  return (beginning) =>
    request('POST /api/public/verifications/:id/voucher-sessions', {
      params: { id: access.id },
      token: access.gateToken,
      json: { ...beginning, today: toLocalDay(new Date()) },
    })
}

export function fetchOfferedVouchers(signal: AbortSignal): Promise<OfferedVoucher[]> {
  return request('GET /api/vouchers', { signal }).then(({ offered }) => offered)
}

export function completeVoucherReturn(
  { id, secret }: OwnSession,
  json: VoucherReturn,
): Promise<WalletSession> {
  return request('POST /api/voucher-sessions/:id/return', { params: { id }, token: secret, json })
}

/** Withdraws a request. It expires after some minutes anyway, so a failure is ignored. */
export function cancelWallet({ id, secret }: OwnSession): void {
  request('DELETE /api/wallet-sessions/:id', { params: { id }, token: secret }).catch(() => {})
}
