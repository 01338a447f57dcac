import type { X509Certificate } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import {
  findCertificateWarning,
  findReasonNotToSeal,
  SealRefused,
  type TakenBack,
} from '../sealing/certificate-warning.ts'
import type { TimeAuthority } from '../sealing/time-authority.ts'
import { type Collected, collectValidation, getFingerprint, type Sources } from './collect-validation.ts'

/** The certificates that seal and stamp now, and what is known of them. */
export type CertificatesInUse = {
  /**
   * What is said of them; nobody is asked where no authority issued any.
   * @throws SealRefused when the certificate of the seal was taken back or has ended
   */
  collect(): Promise<Collected>
  /** Whether one of a chain was taken back, as far as that is known; nobody is asked. */
  isTakenBack(chain: readonly X509Certificate[]): Promise<boolean>
  readTakenBack(): Promise<{ seal: TakenBack; timeAuthority: TakenBack }>
  /** Asks everybody anew and takes note of what they say. */
  ask(): Promise<void>
  findWarning(): Promise<string | null>
}

/** @param chain the certificate that seals, then those that vouch for it */
export function createCertificatesInUse(
  chain: readonly [X509Certificate, ...X509Certificate[]],
  { authority, sources, clock }: { authority: TimeAuthority | null; sources: Sources; clock: Clock },
): CertificatesInUse {
  const [own] = chain

  async function collectFor(options?: { anew: boolean }): Promise<Collected> {
    return collectValidation(sources, [chain, (await authority?.learnChain()) ?? []], options)
  }

  async function readTakenBack() {
    const stamps = authority?.known() ?? []
    const known = await sources.revoked.listAmong([...chain, ...stamps].map(getFingerprint))
    return { seal: pickWorst(chain, known), timeAuthority: pickWorst(stamps, known) }
  }

  return {
    async collect() {
      const collected = await collectFor()
      const refusal = findReasonNotToSeal(own, pickWorst(chain, collected.revoked), clock.now())
      if (refusal) throw new SealRefused(refusal)
      return collected
    },
    async isTakenBack(other) {
      return (await sources.revoked.listAmong(other.map(getFingerprint))).size > 0
    },
    readTakenBack,
    async ask() {
      await collectFor({ anew: true })
    },
    async findWarning() {
      return findCertificateWarning(own, await readTakenBack(), clock.now())
    },
  }
}

function pickWorst(chain: readonly X509Certificate[], known: Collected['revoked']): TakenBack {
  const found = chain.flatMap((certificate) => known.get(getFingerprint(certificate)) ?? [])
  return found.includes('revoked') ? 'revoked' : (found[0] ?? null)
}
