import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CredentialType } from '../../../domain/wallet.ts'
import { StartupError } from '../startup-error.ts'
import { listTypeFolders } from './type-folders.ts'

/** The operator's key that signs requests for one kind of credential, and the certificates that say whose it is. */
export type ReaderKey = {
  /** P-256. */
  privateKey: KeyObject
  /** The key's certificate, then those above it, without the root: wallets bring their own (HAIP 1.0, 5). */
  chain: readonly [X509Certificate, ...X509Certificate[]]
  /** When the first of these certificates ends. */
  endsAt: Date
}

export type ReaderKeys = ReadonlyMap<CredentialType, ReaderKey>

type LoadOptions = {
  /** The host that a certificate must be for if it names hosts; null: any. */
  host: string | null
  now: Date
}

/**
 * Reads `{folder}/{document type}/key.pem` and `chain.pem`, as the operator put them there.
 *
 * @throws StartupError with one sentence for the operator: a file that is missing, a key that others can read, that
 * isn't P-256 or isn't that of the certificate, a chain that is broken, not valid yet or for another host, or a folder
 * whose name isn't a document type
 */
export async function loadReaderKeys(folder: string, options: LoadOptions): Promise<ReaderKeys> {
  const keys = new Map<CredentialType, ReaderKey>()
  for (const type of await listTypeFolders(folder, 'WALLET_KEYS_DIR')) {
    keys.set(type, await readReaderKey(join(folder, type), options))
  }
  return keys
}

async function readReaderKey(folder: string, { host, now }: LoadOptions): Promise<ReaderKey> {
  const [keyFile, chainFile] = [join(folder, 'key.pem'), join(folder, 'chain.pem')]
  const privateKey = parseKey(await readGiven(keyFile, 'the private key'), keyFile)
  await assertPrivate(keyFile)
  const [own, ...above] = parseChain(await readGiven(chainFile, 'its certificates'), chainFile)
  if (!own.checkPrivateKey(privateKey)) {
    throw new StartupError(
      `${keyFile} is not the key of the first certificate in ${chainFile}: put the certificate of this key first.`,
    )
  }
  assertOrder([own, ...above], chainFile)
  const chain = [own, ...above.filter((each) => !isSelfSigned(each))] as const
  for (const certificate of chain) assertBegun(certificate, chainFile, now)
  assertHost(own, chainFile, host)
  return { privateKey, chain, endsAt: findFirstEnd(chain) }
}

async function readGiven(file: string, content: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new StartupError(
      `${file} is missing or cannot be read: put ${content} there as PEM, or remove its folder from WALLET_KEYS_DIR.`,
    )
  }
}

async function assertPrivate(file: string): Promise<void> {
  if (isPrivate(await stat(file), process.getuid?.() ?? 0)) return
  throw new StartupError(
    `${file} can be read by others: run "chmod 600 ${file}", and get a certificate for a new key if someone may have read this one.`,
  )
}

/**
 * Whether only this process's user can use a file or, when root owns it, also read it by its group: the rule of
 * PostgreSQL for its key (ssl_key_file), which fits a secret that Kubernetes mounts for another user than root.
 */
export function isPrivate({ mode, uid }: Pick<Stats, 'mode' | 'uid'>, ownUid: number): boolean {
  return (mode & (uid === 0 && ownUid !== 0 ? 0o037 : 0o077)) === 0
}

function parseKey(pem: string, file: string): KeyObject {
  const key = readPrivateKey(pem)
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  throw new StartupError(
    `${file} holds no P-256 private key: put such a key there as PEM without a passphrase, with its certificate.`,
  )
}

function readPrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

function parseChain(text: string, file: string): readonly [X509Certificate, ...X509Certificate[]] {
  if (text.includes('PRIVATE KEY-----')) {
    throw new StartupError(
      `${file} holds a private key: keep it in key.pem alone, and get a certificate for a new key if someone may have read this one.`,
    )
  }
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    const [own, ...above] = pems.map((pem) => new X509Certificate(pem))
    if (own) return [own, ...above]
  } catch {
    // Reported below.
  }
  throw new StartupError(
    `${file} holds no readable certificate: put the certificate of the key there as PEM, then those above it.`,
  )
}

function assertOrder(chain: readonly X509Certificate[], file: string): void {
  for (const [index, issuer] of chain.slice(1).entries()) {
    const issued = chain[index]
    if (issued?.checkIssued(issuer) && issued.verify(issuer.publicKey)) continue
    throw new StartupError(
      `${file} is not in order, because its certificate ${index + 2} did not issue the one before it: put the certificate of the key first, then each issuer.`,
    )
  }
  if (chain[0] && isSelfSigned(chain[0])) {
    throw new StartupError(
      `${file} begins with a self-signed certificate, which wallets refuse: get one from an authority that they know.`,
    )
  }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.verify(certificate.publicKey)
}

/** One that has ended stops no server: its requests go unsigned, and /readyz says so. */
function assertBegun({ validFromDate }: X509Certificate, file: string, now: Date): void {
  if (validFromDate <= now) return
  throw new StartupError(
    `${file} has a certificate that is not valid before ${formatDay(validFromDate)}: wait until then, or put the one before it there.`,
  )
}

/** The profile of ISO/IEC 18013-5 (B.1.7) names no host; a certificate that names hosts must be for this one. */
function assertHost(own: X509Certificate, file: string, host: string | null): void {
  const names = [...(own.subjectAltName ?? '').matchAll(/(?:^|, )DNS:([^,]+)/g)].map(([, name]) => name)
  if (host === null || names.length === 0 || own.checkHost(host)) return
  throw new StartupError(
    `${file} has a certificate for ${names.join(', ')}, and PUBLIC_URL is at ${host}: put the certificate for ${host} there.`,
  )
}

function findFirstEnd(chain: readonly X509Certificate[]): Date {
  return new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime())))
}

/** The key for requests of this kind; null without one, and from the end of its certificate on. */
export function findReaderKey(keys: ReaderKeys, type: CredentialType, now: Date): ReaderKey | null {
  const key = keys.get(type)
  return key && now < key.endsAt ? key : null
}

/** How long before its end the operator should renew a certificate. */
const warnBeforeMs = 30 * 24 * 60 * 60_000

/** The ends of certificates within 30 days, in sentences for the operator; null when there are none. */
export function findReaderKeyWarning(keys: ReaderKeys, now: Date): string | null {
  const sentences = [...keys]
    .filter(([, { endsAt }]) => endsAt.getTime() - now.getTime() <= warnBeforeMs)
    .map(([type, { endsAt }]) => {
      const which = `The certificate for requests of ${type}`
      const what =
        now < endsAt
          ? `ends on ${formatDay(endsAt)}, and from then on these requests are not signed`
          : `ended on ${formatDay(endsAt)}, so these requests are not signed`
      return `${which} ${what}: put the next one into WALLET_KEYS_DIR and restart.`
    })
  return sentences.join(' ') || null
}

const formatDay = (date: Date) => date.toISOString().slice(0, 10)
