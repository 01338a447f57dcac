import type { X509Certificate } from 'node:crypto'
import { isSelfSigned } from '../sealing/chain.ts'
import { storeParts, type ValidationData } from './pdf-objects.ts'
import type { Revocation, RevokedCertificates, Withdrawn } from './revocation.ts'

/** A certificate, those that lead from it upwards, and what is said of each. */
export type Collected = {
  data: ValidationData
  /**
   * Whether there is a statement on every certificate that an authority issued: `complete`; `missing` where one did not
   * answer; `none` where none could be asked, because certificates are self-signed or name no address.
   */
  state: 'complete' | 'missing' | 'none'
  /** The certificates that were taken back, now or ever before, hex SHA-256. */
  revoked: ReadonlyMap<string, Withdrawn>
}

/** The authorities to ask, and their earlier answers. */
export type Sources = { revocation: Revocation; revoked: RevokedCertificates }

/**
 * Collects what is needed to judge a signature of these chains years later, each from its leaf upwards, and notes which
 * certificates are revoked.
 * @param options with `anew`, by requests of the last minute
 */
export async function collectValidation(
  { revocation, revoked }: Sources,
  chains: readonly (readonly X509Certificate[])[],
  { anew = false }: { anew?: boolean } = {},
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
        ? // Who waits for a release wants to know of it soon.
          await revocation.judge(certificate.raw, issuer.raw, {
            anew: anew || before.get(getFingerprint(certificate)) === 'held',
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
 * Each certificate with the one that issued it. One that only vouches for itself is in no store: nothing can be said of
 * it.
 */
function listPairs(chain: readonly X509Certificate[]) {
  const [own, ...above] = chain
  if (!own || (above.length === 0 && isSelfSigned(own))) return []
  return chain.map((certificate, index) => ({ certificate, issuer: chain[index + 1] ?? null }))
}

function dropRepeated<Pair extends { certificate: X509Certificate }>(pairs: readonly Pair[]): Pair[] {
  return [...new Map(pairs.map((pair) => [pair.certificate.fingerprint256, pair])).values()]
}

/** One list may speak of several certificates. */
function dropRepeats(data: ValidationData): ValidationData {
  const [certificates, ocsps, crls] = storeParts.map((part) => [
    ...new Map(data[part].map((value) => [Buffer.from(value).toString('latin1'), value])).values(),
  ])
  return { certificates: certificates ?? [], ocsps: ocsps ?? [], crls: crls ?? [] }
}
