import type { X509Certificate } from 'node:crypto'
import { isSelfSigned } from '../sealing/chain.ts'
import { storeParts, type ValidationData } from './pdf-objects.ts'
import type { Revocation, RevokedCertificates, Withdrawn } from './revocation.ts'

/** The certificates of some chains, and the statements about them. */
export type Collected = {
  data: ValidationData
  /**
   * Whether there is a statement on every certificate that an authority issued: `complete`; `missing` when an authority
   * didn't answer; `none` when none could be asked, because certificates are self-signed or name no address.
   */
  state: 'complete' | 'missing' | 'none'
  /** The certificates that are revoked or held, by this or an earlier statement, hex SHA-256. */
  revoked: ReadonlyMap<string, Withdrawn>
}

/** The source of statements, and the store of revoked certificates. */
export type Sources = { revocation: Revocation; revoked: RevokedCertificates }

/**
 * Collects the data to validate a signature of these chains years later, each chain from its leaf upwards, and records
 * which certificates are revoked.
 * @param options with `refresh`, ignores answers older than a minute
 */
export async function collectValidation(
  { revocation, revoked }: Sources,
  chains: readonly (readonly X509Certificate[])[],
  { refresh = false }: { refresh?: boolean } = {},
): Promise<Collected> {
  const found = { certificates: [] as Uint8Array[], ocsps: [] as Uint8Array[], crls: [] as Uint8Array[] }
  let [stated, unstated, missing] = [0, 0, 0]
  const pairs = dropRepeated(chains.flatMap(listPairs))
  const names = pairs.map(({ certificate }) => getFingerprint(certificate))
  const before = await revoked.listAmong(names)
  const answers = await Promise.all(
    pairs.map(async ({ certificate, issuer }) => ({
      certificate,
      answer: issuer
        ? // A hold may end soon, so its answer must be current.
          await revocation.judge(certificate.raw, issuer.raw, {
            refresh: refresh || before.get(getFingerprint(certificate)) === 'held',
          })
        : isSelfSigned(certificate)
          ? null
          : { fault: 'no_address' as const },
    })),
  )
  let isNew = false
  for (const { certificate, answer } of answers) {
    found.certificates.push(new Uint8Array(certificate.raw))
    if (!answer) continue
    if ('fault' in answer) {
      if (answer.fault === 'no_address') unstated += 1
      else missing += 1
      continue
    }
    stated += 1
    found[answer.kind].push(answer.der)
    const name = getFingerprint(certificate)
    if (before.get(name) === 'revoked' || (answer.status === 'good' && !before.has(name))) continue
    await revoked.note(name, answer)
    isNew = true
  }
  const state = missing > 0 ? 'missing' : stated > 0 && unstated === 0 ? 'complete' : 'none'
  return { data: dropRepeats(found), state, revoked: isNew ? await revoked.listAmong(names) : before }
}

export function getFingerprint({ fingerprint256 }: X509Certificate): string {
  return fingerprint256.replaceAll(':', '').toLowerCase()
}

/**
 * Pairs each certificate with its issuer. Skips a certificate that only vouches for itself, because no authority can
 * make a statement about it.
 */
function listPairs(chain: readonly X509Certificate[]) {
  const [own, ...above] = chain
  if (!own || (above.length === 0 && isSelfSigned(own))) return []
  return chain.map((certificate, index) => ({ certificate, issuer: chain[index + 1] ?? null }))
}

function dropRepeated<Pair extends { certificate: X509Certificate }>(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [pair.certificate.fingerprint256, pair])).values()]
}

/** Removes duplicates: one list may cover several certificates. */
function dropRepeats(data: ValidationData): ValidationData {
  const [certificates, ocsps, crls] = storeParts.map((part) => [
    ...new Map(data[part].map((value) => [Buffer.from(value).toString('latin1'), value])).values(),
  ])
  return { certificates: certificates ?? [], ocsps: ocsps ?? [], crls: crls ?? [] }
}
