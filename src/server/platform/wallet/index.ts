import { randomBytes } from 'node:crypto'
import { type CredentialType, credentialTypes } from '../../../domain/wallet.ts'
import { judgeDeviceResponse } from './device-response.ts'
import type { WalletRoots } from './issuers.ts'
import {
  annexCProtocol,
  encodeEncryptionInfo,
  makeAnnexCRequest,
  makeOpenid4vpRequest,
  makeOpenid4vpUri,
  openAnnexC,
  openid4vpProtocol,
  openOpenid4vp,
} from './protocols.ts'
import {
  makeAnnexCTranscript,
  makeDcApiTranscript,
  makePostedTranscript,
  makeRequestKey,
} from './session-transcript.ts'
import type { AskedWallet, WalletAnswer, Wallets } from './wallets.ts'

export { loadRoots, type WalletRoots } from './issuers.ts'
export { findReaderKeyWarning, loadReaderKeys, type ReaderKeys } from './reader-keys.ts'
export {
  type AskedWallet,
  isWalletRefused,
  type WalletAnswer,
  type WalletRequest,
  type Wallets,
  type WalletVerdict,
} from './wallets.ts'

type WalletsOptions = {
  /** The trusted issuers; when empty, wallets aren't offered. */
  roots: WalletRoots
  origin: string
  /** The URL of a simulated wallet; by default, the URL schemes of real wallets. */
  simulatedWallet?: string
}

/** The URL scheme of a wallet for each credential: OpenID4VP 1.0, 5.2; the EU age verification profile, A.5. */
const schemes: Record<CredentialType, string> = {
  'org.iso.18013.5.1.mDL': 'openid4vp://',
  'eu.europa.ec.av.1': 'av://',
  'org.iso.23220.photoid.1': 'openid4vp://',
  'com.google.wallet.idcard.1': 'openid4vp://',
  'eu.europa.ec.eudi.pid.1': 'eudi-openid4vp://',
}

export function createWallets({ roots, origin, simulatedWallet }: WalletsOptions): Wallets {
  return {
    offered: credentialTypes.filter((type) => (roots.get(type)?.length ?? 0) > 0),

    makeRequestSecrets: () => ({ nonce: randomBytes(24).toString('base64url'), key: makeRequestKey() }),

    request: (asked) =>
      asked.way === 'api'
        ? { requests: [makeOpenid4vpRequest(asked), makeAnnexCRequest(asked)] }
        : { uri: makeOpenid4vpUri(asked, simulatedWallet ?? schemes[asked.credentialType]) },

    isCancelled: (answer) => readError(answer) === 'access_denied',

    async judge(asked, answer, now) {
      const opened = await open(asked, answer, origin)
      if (!opened) return { refusal: 'unreadable' }
      const { bytes, transcript } = opened
      return judgeDeviceResponse(bytes, { ...asked, transcript }, roots.get(asked.credentialType) ?? [], now)
    },
  }
}

/**
 * Decrypts an answer, and builds the transcript that its device must have signed; null when the answer doesn't match
 * the way of the request.
 */
async function open(asked: AskedWallet, answer: WalletAnswer, origin: string) {
  if ('fields' in answer) {
    if (asked.way === 'api') return null
    const bytes = await openOpenid4vp(asked, answer.fields, origin)
    return bytes && { bytes, transcript: await makePostedTranscript(asked) }
  }
  if (asked.way !== 'api') return null
  if (answer.protocol === openid4vpProtocol) {
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
