import { webcrypto } from 'node:crypto'
import {
  cborDecode,
  cborEncode,
  DeviceRequest,
  DocRequest,
  ItemsRequest,
  type SessionTranscript,
} from '@owf/mdoc'
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { z } from 'zod'
import { askedElement, namespaceOf } from '../../../domain/wallet/credential-type.ts'
import type { AskedWallet, DigitalCredentialRequest, RequestKey } from './wallets.ts'

/** ISO/IEC TS 18013-7, Annex C: its name in the Digital Credentials API. */
export const annexCProtocol = 'org-iso-mdoc'

/** HPKE in its base mode with the one suite of that annex (RFC 9180). */
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM)

const responseSchema = z.object({ response: z.base64url().max(64 * 1024) })
const bytesSchema = z.instanceof(Uint8Array)

/** Asks for the one element, which is not retained. */
export function makeAnnexCRequest(asked: AskedWallet): DigitalCredentialRequest {
  const namespace = namespaceOf[asked.credentialType]
  const itemsRequest = ItemsRequest.create({
    docType: asked.credentialType,
    namespaces: { [namespace]: { [askedElement]: false } },
  })
  const deviceRequest = DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] })
  return {
    protocol: annexCProtocol,
    data: { deviceRequest: toBase64url(deviceRequest.encode()), encryptionInfo: encodeEncryptionInfo(asked) },
  }
}

/** The nonce and the key for the answer, base64url: the request and the hand-over need the very same text. */
export function encodeEncryptionInfo({ nonce, key }: Pick<AskedWallet, 'nonce' | 'key'>): string {
  // A COSE_Key: kty EC2, curve P-256, x, y (RFC 9053, 7.1).
  const recipientPublicKey = new Map<number, unknown>([
    [1, 2],
    [-1, 1],
    [-2, toBytes(key.x)],
    [-3, toBytes(key.y)],
  ])
  const parameters = new Map<string, unknown>([
    ['nonce', toBytes(nonce)],
    ['recipientPublicKey', recipientPublicKey],
  ])
  return toBase64url(cborEncode(['dcapi', parameters]))
}

/** The DeviceResponse in an answer; null for what is not encrypted for this key and this request. */
export async function openAnnexC(
  data: unknown,
  key: RequestKey,
  transcript: SessionTranscript,
): Promise<Uint8Array | null> {
  const parsed = responseSchema.safeParse(data)
  if (!parsed.success) return null
  try {
    const [type, sealed] = cborDecode<unknown[]>(toBytes(parsed.data.response))
    if (type !== 'dcapi' || !(sealed instanceof Map)) return null
    const [enc, cipherText] = [
      bytesSchema.parse(sealed.get('enc')),
      bytesSchema.parse(sealed.get('cipherText')),
    ]
    return await suite.Open(await importKeyPair(key), enc, cipherText, { info: transcript.encode() })
  } catch {
    return null
  }
}

/** Both halves: of one alone the package would make the other by a way of Web Crypto that is not settled yet. */
async function importKeyPair({ d, ...point }: RequestKey) {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  return {
    privateKey: await webcrypto.subtle.importKey('jwk', { ...point, d }, curve, false, ['deriveBits']),
    publicKey: await webcrypto.subtle.importKey('jwk', point, curve, true, []),
  }
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
