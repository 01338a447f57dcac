import {
  begunWalletSessionSchema,
  digitalCredentialSchema,
  offeredWalletsSchema,
  walletBeginningSchema,
  walletPostAnswerSchema,
  walletPostSchema,
  walletReturnSchema,
  walletSessionSchema,
} from '../wallet.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const walletEndpoints = {
  'GET /api/wallets': {
    summary: 'The credentials by which an age can be proven here',
    who: 'anybody',
    status: 200,
    answer: offeredWalletsSchema,
  },
  'POST /api/wallet-sessions': {
    summary: 'Asks the creator’s wallet whether they are 18 or over',
    who: 'account',
    limits: { account: { name: 'wallet-session', points: 30, seconds: 600 } },
    maxBytes: 16 * kB,
    json: walletBeginningSchema,
    status: 201,
    answer: begunWalletSessionSchema,
    problems: ['wallet_not_offered'],
  },
  'POST /api/public/verifications/:id/wallet-sessions': {
    summary: 'Asks the third party’s wallet whether they are 18 or over',
    who: 'pass holder',
    maxBytes: 16 * kB,
    json: walletBeginningSchema,
    status: 201,
    answer: begunWalletSessionSchema,
    problems: ['wallet_not_offered'],
  },
  'GET /api/wallet-sessions/:id': {
    summary: 'How a request to a wallet stands',
    who: 'wallet browser',
    status: 200,
    answer: walletSessionSchema,
  },
  'POST /api/wallet-sessions/:id/answer': {
    summary: 'Takes what the browser’s own dialog gave',
    who: 'wallet browser',
    maxBytes: 64 * kB,
    json: digitalCredentialSchema,
    status: 200,
    answer: walletSessionSchema,
    problems: ['wallet_session_over', 'link_closed'],
  },
  'POST /api/wallet-sessions/:id/return': {
    summary: 'Completes a proof in the browser that began it, which the wallet opened again',
    who: 'wallet browser',
    maxBytes: 16 * kB,
    json: walletReturnSchema,
    status: 200,
    answer: walletSessionSchema,
    problems: ['wallet_session_over', 'link_closed'],
  },
  'DELETE /api/wallet-sessions/:id': {
    summary: 'Takes a request to a wallet back',
    who: 'wallet browser',
    status: 204,
  },
  'POST /api/wallet-sessions/:id/response': {
    summary:
      'Takes the answer of a wallet that was opened by a link or a QR code (OpenID4VP, direct_post.jwt)',
    who: 'anybody',
    limits: { network: { name: 'wallet-response', points: 60, seconds: 60 } },
    maxBytes: 64 * kB,
    urlEncoded: walletPostSchema,
    status: 200,
    answer: walletPostAnswerSchema,
    problems: ['wallet_session_over', 'wallet_answer_refused', 'link_closed'],
  },
} satisfies EndpointTable
