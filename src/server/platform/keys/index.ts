import { createHmac, hash, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { ignoreMissing, makeFolder, removeUnfinished, writeDurably } from '../files/index.ts'
import { StartupError } from '../startup-error.ts'

/** Claims of an access token beyond those that jose sets (AUTH-3). */
type AccessTokenClaims = Record<string, unknown> & { sub: string; session_id: string }

/** The signing keys: an ES256 pair for access tokens, and an HMAC key for refresh tokens and signed URLs. */
export type Signing = {
  /** A JWT, ES256 with kid, iss, iat, exp and a random jti. */
  signAccessToken(claims: AccessTokenClaims, issuedAt: Date, lifeSeconds: number): Promise<string>
  /** The claims of an unexpired token signed by this installation; null for anything else. */
  verifyAccessToken(token: string, now: Date): Promise<AccessTokenClaims | null>
  listKeys(): { keys: Record<string, unknown>[] }
  /** HMAC-SHA256 in base64url over `text`, in a domain separated by `purpose`. */
  computeMac(purpose: string, text: string): string
  /** Like `computeMac`, but with a key that never changes: for values that are compared for years. */
  computeMark(purpose: string, text: string): string
  /** Whether the MAC is valid under the current key or a former one. Compares in constant time. */
  verifyMac(purpose: string, text: string, mac: string): boolean
}

/**
 * The secret key material of an installation, as plain JSON. `accessTokenKeys` are private EC P-256 JWKs (RFC 7517):
 * the first one signs and all of them verify, so a new key goes to the front and an old one stays until its last token
 * has expired. The MAC keys are 32 bytes in base64url: `macKey` computes MACs, and `macKey` and `formerMacKeys` verify
 * them. `markKey` is the installation's first MAC key, if `macKey` differs from it.
 */
export type SigningKeys = {
  accessTokenKeys: JWK[]
  macKey: string
  formerMacKeys?: string[] | undefined
  markKey?: string | undefined
}

/**
 * Adds new keys in front of the current ones, which still verify, so that sessions and mailed links stay valid. With
 * `isStolen` the current keys verify nothing any more. Access tokens expire within an hour, so one former key for them
 * is enough.
 */
export async function addSigningKeys(
  keys: SigningKeys,
  { isStolen }: { isStolen: boolean },
): Promise<SigningKeys> {
  const fresh = await generateSigningKeys()
  const markKey = keys.markKey ?? keys.macKey
  if (isStolen) return { ...fresh, markKey }
  return {
    accessTokenKeys: [...fresh.accessTokenKeys, ...keys.accessTokenKeys.slice(0, 1)],
    macKey: fresh.macKey,
    formerMacKeys: [keys.macKey, ...(keys.formerMacKeys ?? [])],
    markKey,
  }
}

/** Whether a former key still verifies access tokens or MACs. The key of marks isn't one: it stays (ROTATE-4). */
export function hasFormerKeys({ accessTokenKeys, formerMacKeys = [] }: SigningKeys): boolean {
  return accessTokenKeys.length > 1 || formerMacKeys.length > 0
}

type SigningOptions = {
  /** The `iss` claim: the URL of the auth service. */
  issuer: string
}

/** Number of verified tokens to cache, the most recently used: about a megabyte. */
const rememberedTokens = 5000

/** The claims of a verified token, including its expiry in seconds. */
type Claims = AccessTokenClaims & { exp: number }

/** The `aud` claim of every access token. */
const audience = 'authenticated'

export async function generateSigningKeys(): Promise<SigningKeys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { accessTokenKeys: [await exportJWK(privateKey)], macKey: randomBytes(32).toString('base64url') }
}

/** Throws when the key material doesn't match `SigningKeys`. */
export async function createSigning(keys: SigningKeys, { issuer }: SigningOptions): Promise<Signing> {
  const macs = createMacs(keys)
  const accessTokenKeys = await Promise.all(keys.accessTokenKeys.map(readKey))
  const [current] = accessTokenKeys
  if (!current) throw new Error('there must be at least one access token key')
  const publicKeys = accessTokenKeys.map(({ publicJwk }) => publicJwk)

  /** Only `kid` selects the key: the header's other references (jku, jwk, x5c) are ignored. */
  function requireKey(header: JWTHeaderParameters) {
    const key = accessTokenKeys.find(({ kid }) => kid === header.kid)
    if (!key) throw new Error('unknown kid')
    return key.verifyingKey
  }

  /** The claims of tokens with a verified signature. Their expiry is checked at each use, their session elsewhere. */
  const verified = new LRUCache<string, Claims>({ max: rememberedTokens })
  return {
    signAccessToken(claims, issuedAt, lifeSeconds) {
      const seconds = Math.floor(issuedAt.getTime() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + lifeSeconds)
        .setJti(randomUUID())
        .sign(current.signingKey)
    },

    async verifyAccessToken(token, now) {
      // The cache key is a hash of the token, so that memory holds nothing that opens a session.
      const key = hash('sha256', token, 'base64url')
      const known = verified.get(key)
      if (known) return hasEnded(known, now) ? null : known
      try {
        const { payload } = await jwtVerify<Claims>(token, requireKey, {
          algorithms: ['ES256'],
          typ: 'JWT',
          issuer,
          audience,
          currentDate: now,
          requiredClaims: ['sub', 'exp', 'iat', 'session_id'],
        })
        verified.set(key, payload)
        return payload
      } catch {
        return null
      }
    },

    listKeys: () => ({ keys: publicKeys.map((key) => ({ ...key })) }),
    ...macs,
    computeMark: keys.markKey ? createMac(keys.markKey) : macs.computeMac,
  }
}

/** The MACs of an installation, without its access tokens. */
export type Macs = Pick<Signing, 'computeMac' | 'verifyMac'>

/** Throws when a MAC key isn't 32 bytes in base64url. */
export function createMacs({ macKey, formerMacKeys = [] }: SigningKeys): Macs {
  const [computeMac, ...former] = [createMac(macKey), ...formerMacKeys.map(createMac)] as const
  return {
    computeMac,
    verifyMac(purpose, text, candidate) {
      const given = Buffer.from(candidate)
      return [computeMac, ...former].some((compute) => {
        const expected = Buffer.from(compute(purpose, text))
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
    },
  }
}

/** HMAC-SHA256 in base64url, with one key per purpose, derived from the given key (HKDF, RFC 5869). */
function createMac(base64url: string): Signing['computeMac'] {
  const key = Buffer.from(base64url, 'base64url')
  if (key.length !== 32) throw new Error('the MAC key must be 32 bytes in base64url')
  const subkeys = new Map<string, Buffer>()
  function deriveSubkey(purpose: string): Buffer {
    const known = subkeys.get(purpose)
    if (known) return known
    const derived = Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
    subkeys.set(purpose, derived)
    return derived
  }
  return (purpose, text) => createHmac('sha256', deriveSubkey(purpose)).update(text).digest('base64url')
}

/** RFC 7519, section 4.1.4: a token isn't accepted on or after this second. */
function hasEnded({ exp }: Claims, now: Date): boolean {
  return exp <= Math.floor(now.getTime() / 1000)
}

async function readKey(jwk: JWK) {
  const { kty, crv, x, y, d } = jwk
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y || !d)
    throw new Error('an access token key must be a private EC P-256 JWK')
  const kid = jwk.kid ?? (await calculateJwkThumbprint({ kty, crv, x, y }))
  const publicJwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  return {
    kid,
    publicJwk,
    // Omits the JWK's key_ops: WebCrypto refuses a private key that lists "verify".
    signingKey: await importJWK({ kty, crv, x, y, d }, 'ES256'),
    verifyingKey: await importJWK({ kty, crv, x, y }, 'ES256'),
  }
}

export type SecretOptions = {
  /** Whether stored data needs the earlier secret; called when its file is missing. By default no data does. */
  isNeeded?: () => boolean | Promise<boolean>
}

/**
 * Reads a secret of this installation from `folder/name`, and creates it with `make` when it is missing. Only this
 * process's user can read it, it is on disk before it is used, and processes that start together agree on one.
 * @throws StartupError when the file is blank, or missing and needed
 */
export async function ensureSecret(
  folder: string,
  name: string,
  make: () => string | Promise<string>,
  { isNeeded = () => false }: SecretOptions = {},
): Promise<string> {
  const file = join(folder, name)
  const known = await readFile(file, 'utf8').catch(ignoreMissing)
  if (known !== null && !isBlank(known)) return known
  if (known !== null) throw new StartupError(`${file} is blank: put it back from your backup.`)
  if (await isNeeded()) {
    // Another process may have just made it, and what needs it.
    const made = await readFile(file, 'utf8').catch(ignoreMissing)
    if (made !== null) return made
    throw new StartupError(
      `${file} is missing, and what is stored needs it: set DATA_DIR to the folder of the ` +
        'installation, or put it back there from your backup.',
    )
  }
  await makeFolder(folder, 0o700)
  await removeUnfinished(folder)
  await writeDurably(file, await make(), { keepsExisting: true })
  return readFile(file, 'utf8')
}

/** Whether a file is empty: no bytes, or only zeros because it was never written out. */
function isBlank(text: string): boolean {
  return /^[\0\s]*$/.test(text)
}
