import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { productName } from '../domain/product.ts'
import type { Configuration } from './config.ts'
import { systemClock } from './platform/clock/index.ts'
import type { NamedKey, WrappingKey } from './platform/encryption/index.ts'
import {
  ensureSecret,
  generateSigningKeys,
  type SecretOptions,
  type SigningKeys,
} from './platform/keys/index.ts'
import { makeSealKey, parseSealKey } from './platform/pdf/index.ts'
import { StartupError } from './platform/startup-error.ts'

/** The names of the key files, in DATA_DIR/secrets and in the output of `npm run make-secrets`. */
export const secretFiles = {
  signingKeys: 'signing-keys.json',
  documentKey: 'document-key',
  sealKey: 'seal-key.pem',
} as const

export const makeSecret = {
  signingKeys: async () => JSON.stringify(await generateSigningKeys()),
  documentKey: () => randomBytes(32).toString('base64'),
  sealKey: () => makeSealKey(`${productName} record seal`, systemClock.now()),
}

/**
 * The keys that sign tokens, links and backups: from SIGNING_KEYS_FILE, or generated once into DATA_DIR.
 */
export async function readSigningKeys(
  configuration: Configuration,
  options?: SecretOptions,
): Promise<SigningKeys> {
  const file = configuration.signingKeysFile
  const text = file
    ? await readGivenSecret('SIGNING_KEYS_FILE', file)
    : await ensureSecret(getFolder(configuration), secretFiles.signingKeys, makeSecret.signingKeys, options)
  try {
    return parseSigningKeys(text)
  } catch {
    const named = nameSigningKeysFile(configuration)
    throw new StartupError(
      `${named} does not hold signing keys: put the right file there, or make new ones with "npm run make-secrets -- ./secrets".`,
    )
  }
}

/** Throws for any other text. */
export function parseSigningKeys(text: string): SigningKeys {
  const macKey = z.string().length(43)
  const schema = z.object({
    accessTokenKeys: z.array(z.looseObject({ kty: z.literal('EC'), d: z.string() })).min(1),
    macKey,
    formerMacKeys: z.array(macKey).optional(),
    markKey: macKey.optional(),
  })
  return schema.parse(JSON.parse(text))
}

/** The key and certificate that seal records, as PEM: from SEAL_KEY_FILE, or generated once into DATA_DIR. */
export async function readSealKey(configuration: Configuration, options?: SecretOptions): Promise<string> {
  const file = configuration.sealKeyFile
  const text = file
    ? await readGivenSecret('SEAL_KEY_FILE', file)
    : await ensureSecret(getFolder(configuration), secretFiles.sealKey, makeSecret.sealKey, options)
  try {
    parseSealKey(text)
    return text
  } catch (error) {
    const named = file ?? join(getFolder(configuration), secretFiles.sealKey)
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    throw new StartupError(
      `${named} does not hold a key that can seal (${reason}): put a P-256 key and its certificate ` +
        'there, both PEM, or make new ones with "npm run make-secrets -- ./secrets".',
    )
  }
}

export function nameSealKeyFile(configuration: Configuration): string {
  return configuration.sealKeyFile ?? join(getFolder(configuration), secretFiles.sealKey)
}

/**
 * The certificate of the key file (hex SHA-256), followed by the certificate it succeeds; empty if there is no such
 * file. Creates nothing.
 */
export async function readKnownCertificates(configuration: Configuration): Promise<string[]> {
  const text = await readFile(nameSealKeyFile(configuration), 'utf8').catch(() => null)
  if (text === null) return []
  const { certificateSha256, succession } = parseSealKey(text)
  return [certificateSha256, ...(succession ? [succession.predecessorSha256] : [])]
}

/** The time-stamping authority with the roots that its certificates must chain to; null if none is configured. */
export async function findTimeAuthority({ timeAuthority: authority }: Configuration) {
  if (!authority) return null
  if (!authority.rootsFile) return { url: authority.url }
  const text = await readFile(authority.rootsFile, 'utf8').catch(() => '')
  const roots = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (roots.length > 0) return { url: authority.url, roots }
  throw new StartupError(
    `TSA_ROOTS_FILE names ${authority.rootsFile}, which holds no certificate: put the authority's root certificates there, PEM.`,
  )
}

/**
 * Parses a line for each key: 32 bytes in base64 and, from the second key of an installation on, its name. The first
 * key encrypts, all of them decrypt. Null for any other text.
 */
function parseDocumentKeys(text: string): (NamedKey & { former: NamedKey[] }) | null {
  const keys = text
    .trim()
    .split('\n')
    .map((line) => {
      const [, base64 = '', name] = /^\s*([A-Za-z0-9+/]{43}=)(?:\s+(key-[a-z0-9-]+))?\s*$/.exec(line) ?? []
      return { name, key: new Uint8Array(Buffer.from(base64, 'base64')) }
    })
  const [first, ...former] = keys
  const areDistinct = new Set(keys.map(({ name }) => name)).size === keys.length
  return first && areDistinct && keys.every(({ key }) => key.length === 32) ? { ...first, former } : null
}

/** Puts a new key before the present ones in the text of a document key file. */
export function addDocumentKey(text: string, now: Date): string {
  const name = `key-${now.toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`
  return `${makeSecret.documentKey()} ${name}\n${text.trim()}\n`
}

/** Removes the former keys from the text of a document key file. */
export function dropFormerDocumentKeys(text: string): string {
  return `${text.trim().split('\n')[0]}\n`
}

/** The path of the document key; null if a key service holds it. */
export function nameDocumentKeyFile({ kmsKeyId, documentKeyFile, ...rest }: Configuration): string | null {
  if (kmsKeyId) return null
  return documentKeyFile ?? join(getFolder(rest), secretFiles.documentKey)
}

export function nameSigningKeysFile({ signingKeysFile, ...rest }: Configuration): string {
  return signingKeysFile ?? join(getFolder(rest), secretFiles.signingKeys)
}

/**
 * The key that encrypts the stored files, with former ones: the KMS key, the keys of DOCUMENT_KEY_FILE, or a key
 * generated once into DATA_DIR.
 */
export async function readDocumentKey(
  configuration: Configuration,
  options?: SecretOptions,
): Promise<WrappingKey> {
  const { kmsKeyId, documentKeyFile: file } = configuration
  if (kmsKeyId) return { kmsKeyId }
  if (!file) await refuseNewKeyForOldFiles(configuration)
  const text = file
    ? await readGivenSecret('DOCUMENT_KEY_FILE', file)
    : await ensureSecret(getFolder(configuration), secretFiles.documentKey, makeSecret.documentKey, options)
  const keys = parseDocumentKeys(text)
  if (keys) return keys
  const named = file ?? join(getFolder(configuration), secretFiles.documentKey)
  throw new StartupError(
    `${named} does not hold 32 bytes in base64, or a line of them for each key: put the right key there; without it the stored files cannot be read.`,
  )
}

/** A new key would silently make the stored documents unreadable. */
async function refuseNewKeyForOldFiles(configuration: Configuration): Promise<void> {
  const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
  const stored = await listNames(join(configuration.dataDir, 'files'))
  const secrets = await listNames(getFolder(configuration))
  if (stored.length === 0 || secrets.includes(secretFiles.documentKey)) return
  throw new StartupError(
    `${getFolder(configuration)} has lost the file ${secretFiles.documentKey}, which the stored files need: put it back from your backup.`,
  )
}

function getFolder({ dataDir }: Pick<Configuration, 'dataDir'>): string {
  return join(dataDir, 'secrets')
}

async function readGivenSecret(variable: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new StartupError(
      `${variable} names ${file}, which cannot be read: make it with "npm run make-secrets -- ./secrets", or correct the name.`,
    )
  }
}
