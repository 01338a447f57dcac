import { X509Certificate } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Clock } from '../clock/index.ts'
import { startThreads } from '../threads/index.ts'
import { createArchiver } from './long-term/archive.ts'
import {
  type Collected,
  collectValidation,
  getFingerprint,
  type Sources,
} from './long-term/collect-validation.ts'
import { createRevocation, keepRevokedInMemory, type RevokedCertificates } from './long-term/revocation.ts'
import type {
  DrawTask,
  FinishedPdf,
  FinishTask,
  SealedPdf,
  StampTask,
  UnstampedPdf,
  WorkerOptions,
} from './seal-worker.ts'
import type { SealedDocument, Sealer } from './sealer.ts'
import {
  findCertificateWarning,
  findReasonNotToSeal,
  type RevocationStatus,
  SealRefused,
} from './sealing/chain.ts'
import { findIssuer, parseSealKey, signDetached } from './sealing/seal-key.ts'
import {
  createTimeAuthority,
  type TimeAuthority,
  type TimeAuthorityOptions,
} from './sealing/time-authority.ts'
import type { Timestamp, TimestampFault } from './sealing/timestamp-token.ts'

export { markValues } from './drawing/value-marks.ts'
export { readArchivedCopy } from './long-term/archive.ts'
export { keepRevokedInDatabase } from './long-term/revocation.ts'
export type {
  ArchivedCopy,
  Block,
  DocumentContent,
  Fact,
  SealedDocument,
  Sealer,
  TimestampOutcome,
  TimestampState,
  ValidationState,
} from './sealer.ts'
export { isSigned, joinCertificate, makeNextKey, makeRequest } from './sealing/next-key.ts'
export {
  type DetachedJws,
  findIssuer,
  findSigner,
  makeSealKey,
  parseSealKey,
  type Succession,
} from './sealing/seal-key.ts'

export { findStampedInstant } from './sealing/timestamp-token.ts'

type SealerOptions = {
  /** PEM: the P-256 private key and its certificate (`makeSealKey` makes both). */
  sealKey: string
  clock: Clock
  timeAuthority?: TimeAuthorityOptions
  /** Timeout for OCSP and CRL requests. */
  revocationTimeoutMs?: number
  /** The store of revoked certificates; by default they are kept in memory, until the process ends. */
  revoked?: RevokedCertificates
  /** Documents drawn at the same time; by default one per core except one, two at most. */
  threads?: number
}

/** Creates a sealer that draws and seals in worker threads. */
export function createSealer(options: SealerOptions): Sealer & { close(): Promise<void> } {
  const { clock } = options
  const key = parseSealKey(options.sealKey)
  const threads = options.threads ?? Math.max(1, Math.min(2, availableParallelism() - 1))
  const authority = options.timeAuthority ? createTimeAuthority(options.timeAuthority, clock) : null
  const roots = options.timeAuthority?.roots ?? []
  const workerData: WorkerOptions = { sealKey: options.sealKey, roots }
  const pool = startThreads(new URL('./seal-worker.ts', import.meta.url), {
    workerData,
    maxThreads: threads,
    // Kept longer, because the thread holds the fonts, which take half a second to read.
    idleTimeout: 45_000,
  })
  const draw = (task: DrawTask) => pool.run(task, { name: 'draw' }) as Promise<UnstampedPdf>
  const sealWithoutTimestamp = (task: DrawTask) => pool.run(task, { name: 'seal' }) as Promise<SealedPdf>
  const stamp = (task: StampTask) =>
    pool.run(task, { name: 'stamp' }) as Promise<Timestamp | { fault: TimestampFault }>
  const finish = (task: FinishTask) => pool.run(task, { name: 'finish' }) as Promise<FinishedPdf>

  const own = new X509Certificate(key.certificatePem)
  const above = key.certificates.slice(1).map((der) => new X509Certificate(der))
  const { revocationTimeoutMs: timeoutMs } = options
  const sources = {
    revocation: createRevocation({ clock, ...(timeoutMs ? { timeoutMs } : {}) }),
    revoked: options.revoked ?? keepRevokedInMemory(),
  }
  const certificates = createCertificatesInUse([own, ...above], { authority, sources, clock })

  async function requestTimestamp(signed: UnstampedPdf): Promise<Timestamp | { fault: TimestampFault }> {
    const answer = await authority?.ask(signed.question.bytes)
    return answer ? stamp({ signed, answer, now: clock.now() }) : { fault: 'unreachable' }
  }

  return {
    async seal({ at, contentFor }) {
      const wasSilent = authority?.isSilent() ?? false
      const { data, state, revoked } = await certificates.collect()
      const pending = async (fault: TimestampFault): Promise<SealedDocument> => ({
        ...(await sealWithoutTimestamp({ content: contentFor('pending'), at, validation: data })),
        timestamp: { state: 'pending', fault },
        validation: state,
      })
      if (!authority) {
        const sealed = await sealWithoutTimestamp({ content: contentFor('none'), at, validation: data })
        return { ...sealed, timestamp: { state: 'none' }, validation: state }
      }
      if (wasSilent || authority.isSilent()) return pending('unreachable')
      if (revoked.size > 0) {
        await authority.lookAnew()
        return pending('revoked_certificate')
      }
      const signed = await draw({ content: contentFor('granted'), at, validation: data })
      const timestamp = await requestTimestamp(signed)
      if ('fault' in timestamp) return pending(timestamp.fault)
      authority.learn(timestamp.token)
      const isCovered = authority
        .known()
        .every((each) => data.certificates.some((der) => Buffer.from(der).equals(each.raw)))
      // The authority may have returned to a certificate that is known to be revoked.
      if (!isCovered && (await certificates.isRevoked(authority.known())))
        return pending('revoked_certificate')
      const sealed = await finish({ signed, token: timestamp.token })
      return {
        ...sealed,
        shownByNumber: signed.shownByNumber,
        timestamp: { state: 'granted', ...timestamp },
        // A certificate that the authority changed just now is known for the next document.
        validation: isCovered || state === 'none' ? state : 'missing',
      }
    },
    sign: (text) => signDetached(text, key),
    async stamp(data) {
      if (!authority) return { state: 'none' }
      const { revoked } = await collectValidation(sources, [await authority.learnChain()])
      if (revoked.size === 0) {
        const stamped = await authority.stamp(data)
        if (stamped.state !== 'granted' || !(await certificates.isRevoked(authority.known()))) return stamped
      } else await authority.lookAnew()
      return { state: 'pending', fault: 'revoked_certificate' }
    },
    archive: createArchiver({ authority, sources, clock }),
    findWarning: certificates.findWarning,
    readRevocation: certificates.readRevocation,
    refreshCertificates: certificates.ask,
    certificateEnds: own.validToDate,
    certificateSha256: key.certificateSha256,
    certificatePem: key.certificatePem,
    certificates: key.certificates.map((der) => Buffer.from(der).toString('base64')),
    certificateIssuer: findIssuer(own),
    succession: key.succession,
    hasTimeAuthority: authority !== null,
    close: () => pool.destroy(),
  }
}

/** The certificates that currently seal and stamp, and their known status. */
type CertificatesInUse = {
  /**
   * Collects revocation statements of the issuers; sends no request when no authority issued any certificate.
   * @throws SealRefused when the certificate of the seal is revoked or has expired
   */
  collect(): Promise<Collected>
  /** Whether a certificate of the chain is known to be revoked, without a request. */
  isRevoked(chain: readonly X509Certificate[]): Promise<boolean>
  readRevocation(): Promise<{ seal: RevocationStatus; timeAuthority: RevocationStatus }>
  /** Requests the current status from every authority and stores it. */
  ask(): Promise<void>
  findWarning(): Promise<string | null>
}

/** @param chain the certificate that seals, then the certificates above it */
function createCertificatesInUse(
  chain: readonly [X509Certificate, ...X509Certificate[]],
  { authority, sources, clock }: { authority: TimeAuthority | null; sources: Sources; clock: Clock },
): CertificatesInUse {
  const [own] = chain

  async function collectFor(options?: { refresh: boolean }): Promise<Collected> {
    return collectValidation(sources, [chain, (await authority?.learnChain()) ?? []], options)
  }

  async function readRevocation() {
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
    async isRevoked(other) {
      return (await sources.revoked.listAmong(other.map(getFingerprint))).size > 0
    },
    readRevocation,
    async ask() {
      await collectFor({ refresh: true })
    },
    async findWarning() {
      return findCertificateWarning(own, await readRevocation(), clock.now())
    },
  }
}

function pickWorst(chain: readonly X509Certificate[], known: Collected['revoked']): RevocationStatus {
  const found = chain.flatMap((certificate) => known.get(getFingerprint(certificate)) ?? [])
  return found.includes('revoked') ? 'revoked' : (found[0] ?? null)
}
