import { randomBytes } from 'node:crypto'
import { type CredentialType, credentialTypes } from '../../../domain/wallet.ts'
import { judgeDeviceResponse } from './device-response.ts'
import type { WalletRoots } from './issuers.ts'
import { type IssuerLists, noIssuerLists } from './lists/index.ts'
import {
  annexCProtocol,
  encodeEncryptionInfo,
  makeAnnexCRequest,
  makeOpenid4vpRequest,
  makeOpenid4vpUri,
  makePostedRequestObject,
  makeReferenceUri,
  makeSignedRequest,
  openAnnexC,
  openClear,
  openid4vpProtocol,
  openOpenid4vp,
} from './protocols.ts'
import { findReaderKey, type ReaderKey, type ReaderKeys } from './reader-keys.ts'
import {
  makeAnnexCTranscript,
  makeDcApiTranscript,
  makePostedTranscript,
  makeRequestKey,
} from './session-transcript.ts'
import { openid4vpSignedProtocol, toReaderClientId } from './signed-request.ts'
import type { AskedWallet, WalletAnswer, Wallets } from './wallets.ts'

export { loadRoots, type WalletRoots } from './issuers.ts'
export {
  canVerifyLists,
  createIssuerLists,
  type IssuerLists,
  type ListSource,
  loadListSources,
  maxListBytes,
  noIssuerLists,
  watchIssuerLists,
} from './lists/index.ts'
export { findReaderKeyWarning, isPrivate, loadReaderKeys, type ReaderKeys } from './reader-keys.ts'
export {
  type AskedWallet,
  isWalletRefused,
  type WalletAnswer,
  type WalletRequest,
  type Wallets,
  type WalletVerdict,
} from './wallets.ts'

type WalletsOptions = {
  /** The trusted issuers; with none here and in the lists, wallets aren't offered. */
  roots: WalletRoots
  /** The signed lists of issuers, which are trusted like the roots. */
  lists?: IssuerLists
  /** The keys that sign requests, by the kind of credential. */
  keys?: ReaderKeys
  origin: string
  /** Whether the EU's app is asked for an unencrypted answer by link and QR code. */
  takesClearAge?: boolean
  /** The URL of a simulated wallet; by default, the URL schemes of real wallets. */
  simulatedWallet?: string
}

/**
 * The URL schemes of wallets for each credential, with an unsigned and a signed request: OpenID4VP 1.0, 5.2; HAIP 1.0,
 * 5.1; the EU age verification profile, A.5.
 */
const schemes: Record<CredentialType, readonly [unsigned: string, signed: string]> = {
  'eu.europa.ec.av.1': ['av://', 'av://'],
  'org.iso.18013.5.1.mDL': ['openid4vp://', 'haip-vp://'],
  'org.iso.23220.photoid.1': ['openid4vp://', 'haip-vp://'],
  'com.google.wallet.idcard.1': ['openid4vp://', 'haip-vp://'],
  'eu.europa.ec.eudi.pid.1': ['eudi-openid4vp://', 'eudi-openid4vp://'],
}

export function createWallets(options: WalletsOptions): Wallets {
  const { roots, lists = noIssuerLists, keys = new Map(), origin, simulatedWallet } = options
  const listRoots = (type: CredentialType) => [...(roots.get(type) ?? []), ...lists.findAnchors(type)]
  const isClear = makeIsClear(options)
  return {
    get offered() {
      return credentialTypes.filter((type) => listRoots(type).length > 0)
    },

    makeRequestSecrets: () => ({ nonce: randomBytes(24).toString('base64url'), key: makeRequestKey() }),

    async request(asked, now) {
      const { credentialType, way } = asked
      const key = findReaderKey(keys, credentialType, now)
      if (way === 'api') {
        const signed = key ? [await makeSignedRequest(asked, key, origin)] : []
        return {
          requests: [...signed, makeOpenid4vpRequest(asked), await makeAnnexCRequest(asked, key, origin)],
        }
      }
      const [unsigned, signed] = schemes[credentialType]
      if (key) return { uri: makeReferenceUri(asked, key, simulatedWallet ?? signed) }
      return { uri: makeOpenid4vpUri(asked, simulatedWallet ?? unsigned, isClear(asked, key)) }
    },

    async requestObject(asked, now, walletNonce) {
      const key = findReaderKey(keys, asked.credentialType, now)
      return key && asked.way !== 'api' ? makePostedRequestObject(asked, key, { now, walletNonce }) : null
    },

    isCancelled: (answer) => readError(answer) === 'access_denied',

    async judge(asked, answer, now) {
      const key = findReaderKey(keys, asked.credentialType, now)
      const opened = await open(asked, answer, { origin, key, isClear: isClear(asked, key) })
      if (!opened) return { refusal: 'unreadable' }
      const { bytes, transcript } = opened
      return judgeDeviceResponse(bytes, { ...asked, transcript }, listRoots(asked.credentialType), now)
    },
  }
}

/** Only the EU's proof of age may come unencrypted, because its profile asks for that, and never to a signed request. */
function makeIsClear({ takesClearAge = false }: WalletsOptions) {
  return ({ credentialType, way }: AskedWallet, key: ReaderKey | null) =>
    takesClearAge && credentialType === 'eu.europa.ec.av.1' && way !== 'api' && key === null
}

type Opening = { origin: string; key: ReaderKey | null; isClear: boolean }

/**
 * Decrypts an answer, and builds the transcript that its device must have signed; null when the answer doesn't match
 * the way of the request.
 */
async function open(asked: AskedWallet, answer: WalletAnswer, { origin, key, isClear }: Opening) {
  if ('fields' in answer) {
    if (asked.way === 'api') return null
    const bytes = isClear ? openClear(answer.fields) : await openOpenid4vp(asked, answer.fields, origin)
    const client = key && { clientId: toReaderClientId(key) }
    return bytes && { bytes, transcript: await makePostedTranscript(asked, { ...client, isClear }) }
  }
  if (asked.way !== 'api') return null
  const isSigned = answer.protocol === openid4vpSignedProtocol && key !== null
  if (answer.protocol === openid4vpProtocol || isSigned) {
    const bytes = await openOpenid4vp(asked, answer.data, origin)
    return bytes && { bytes, transcript: await makeDcApiTranscript(asked, origin) }
  }
  if (answer.protocol !== annexCProtocol) return null
  const transcript = makeAnnexCTranscript(encodeEncryptionInfo(asked), origin)
  const bytes = await openAnnexC(answer.data, asked.key, transcript)
  return bytes && { bytes, transcript }
}

/** A wallet's error instead of an answer (OpenID4VP 1.0, 8.5), unencrypted. */
function readError(answer: WalletAnswer): unknown {
  const content = 'fields' in answer ? answer.fields : answer.data
  return typeof content === 'object' && content !== null && 'error' in content ? content.error : null
}
