import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock/index.ts'
import { createSealer } from '../index.ts'
import type { RevokedCertificates } from '../long-term/revocation.ts'
import type { DocumentContent, Sealer } from '../sealer.ts'
import type { LocalAuthority } from './local-authority.ts'
import type { LocalCa } from './local-ca.ts'

/** The private key, its certificate and the issuer's root, in the format of SEAL_KEY_FILE. */
export async function issuedSealKey(ca: LocalCa, name: string): Promise<string> {
  const texts = await Promise.all(
    [`${name}.key`, `${name}.pem`, 'root.pem'].map((file) => readFile(join(ca.folder, file), 'utf8')),
  )
  return texts.join('')
}

/** `openssl` is slow on a busy machine. */
const patienceMs = 30_000

/** A sealer whose certificate was issued by `ca`, with a time authority under the same root. */
export async function issuedSealer(
  ca: LocalCa,
  name: string,
  {
    authority,
    clock,
    revocationTimeoutMs = patienceMs,
    revoked,
  }: {
    authority: LocalAuthority | null
    clock: Clock
    revocationTimeoutMs?: number
    revoked?: RevokedCertificates
  },
): Promise<Sealer & { close(): Promise<void> }> {
  const roots = [await readFile(ca.rootFile, 'utf8')]
  return createSealer({
    sealKey: await issuedSealKey(ca, name),
    clock,
    threads: 1,
    revocationTimeoutMs,
    ...(revoked ? { revoked } : {}),
    ...(authority
      ? { timeAuthority: { url: authority.url, roots, timeoutMs: patienceMs, silenceMs: 0 } }
      : {}),
  })
}

export function shortContent(state: string): DocumentContent {
  return {
    title: 'A sealed document',
    language: 'en',
    reference: 'reference-1',
    foot: 'A foot',
    page: 'Page {page} of {count}',
    unprintableNote: 'Some characters are shown by their number.',
    blocks: [{ block: 'paragraph', text: `The timestamp is ${state}. /DSS 1 0 R` }],
  }
}
