import { X509Certificate } from 'node:crypto'
import type { SealCertificateList } from '../../../contract/record-endpoints.ts'
import { writeCanonicalJson } from '../../../domain/canonical-json.ts'
import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import { findIssuer, isSigned, type Succession } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { appendLeaf, lockLog } from '../transparency/log-store.ts'

const putBack =
  'put the key back that sealed last, or have it sign its successor with "npm run seal-key -- rotate"'

/**
 * Lets the server start only with the current seal key, or with a successor that this key signed. The successor is
 * announced as a leaf of the log and seals from then on (KEYS-3, KEYS-4).
 * @throws StartupError, having changed nothing, for every other key
 */
export async function admitSealKey(
  platform: Pick<Platform, 'clock' | 'database' | 'sealer' | 'logger'>,
): Promise<void> {
  const { database, sealer, clock, logger } = platform
  const isAnnounced = await database.transaction(async (tx) => {
    await lockLog(tx)
    const inForce = await findCertificateInForce(tx)
    if (!inForce || inForce.sha256 === sealer.certificateSha256) return false
    if (await findCertificate(tx, sealer.certificateSha256))
      throw new StartupError(`The seal key was followed by another one, and may seal no more: ${putBack}.`)
    const succession = requireSuccession(inForce, sealer)
    const successionSha256 = toLeaf(succession)
    const leafIndex = await appendLeaf(platform, tx, successionSha256)
    await insertCertificate(tx, {
      sha256: sealer.certificateSha256,
      chain: sealer.certificates,
      introducedAt: clock.now(),
      announced: { succession, leafIndex },
      successionSha256,
    })
    return true
  })
  if (isAnnounced)
    logger.info(
      { certificate: sealer.certificateSha256 },
      'the next seal key is announced, and seals from now on',
    )
}

/** The log entry of a succession: the SHA-256, in hex, of its canonical JSON. */
function toLeaf(succession: Succession): string {
  return hashHex(writeCanonicalJson(succession))
}

function requireSuccession(
  inForce: SealCertificate,
  { succession, certificateSha256 }: Platform['sealer'],
): Succession {
  if (!succession)
    throw new StartupError(
      `The seal key is not the one that sealed the records, which did not sign it: ${putBack}.`,
    )
  const isItsSuccessor =
    succession.predecessorSha256 === inForce.sha256 && succession.certificateSha256 === certificateSha256
  if (!isItsSuccessor || !isSigned(succession))
    throw new StartupError(
      `The seal key was signed by another key than the one that sealed the records: ${putBack}.`,
    )
  return succession
}

/**
 * Ensures, in the transaction that stores a sealed document, that this server's key is the current one. The first
 * document makes it the current one. Throws when another process has announced a successor; the document is then sealed
 * again there. Locks the log until the transaction ends.
 */
export async function holdSealKey(
  { sealer, clock }: Pick<Platform, 'sealer' | 'clock'>,
  tx: Transaction,
): Promise<void> {
  await lockLog(tx)
  const inForce = await findCertificateInForce(tx)
  if (inForce?.sha256 === sealer.certificateSha256) return
  if (inForce) throw new Error('another seal key has followed this one')
  await insertCertificate(tx, {
    sha256: sealer.certificateSha256,
    chain: sealer.certificates,
    introducedAt: clock.now(),
    announced: null,
    successionSha256: null,
  })
}

/**
 * Every certificate that ever sealed, with the current one first. Before the first document, only the configured
 * certificate.
 */
export async function listCertificates({
  database,
  sealer,
}: Pick<Platform, 'database' | 'sealer'>): Promise<SealCertificateList> {
  const kept = await listEveryCertificate(database)
  if (kept.length === 0) {
    const { certificateSha256: sha256, certificates: chain } = sealer
    return {
      certificates: [
        { ...describeCertificate({ sha256, chain }), firstUsedAt: null, lastUsedAt: null, announced: null },
      ],
    }
  }
  return {
    certificates: kept.map((certificate) => ({
      ...describeCertificate(certificate),
      firstUsedAt: certificate.firstUsedAt?.toISOString() ?? null,
      lastUsedAt: certificate.lastUsedAt?.toISOString() ?? null,
      announced: certificate.announced,
    })),
  }
}

function describeCertificate({ sha256, chain }: Pick<SealCertificate, 'sha256' | 'chain'>) {
  const certificates = chain.map((der) => new X509Certificate(Buffer.from(der, 'base64')))
  const [own] = certificates
  if (!own) throw new Error('a certificate of the seal is missing')
  return { sha256, pem: certificates.join(''), issuer: findIssuer(own) }
}

/**
 * Checks whether the certificates of the seal and the timestamps were revoked, and logs a warning for the operator if
 * one was revoked or suspended, or has expired, or if that of the seal soon will.
 */
export async function warnOfCertificates({
  sealer,
  logger,
}: Pick<Platform, 'sealer' | 'logger'>): Promise<void> {
  await sealer.refreshCertificates()
  const warning = await sealer.findWarning()
  if (warning) logger.warn({ certificate: sealer.certificateSha256 }, warning)
}

/** Runs `warnOfCertificates` once a day. */
export const warnOfCertificateJob = defineJob('warn-of-seal-certificate', noPayload, warnOfCertificates)

/** The certificates that may have sealed, and their successions in the log by leaf index. */
export type TrustedCertificates = {
  certificates: ReadonlySet<string>
  successions: ReadonlyMap<number, { certificateSha256: string; leaf: string }>
}

/**
 * The certificates that are connected to one of `named`, through successions signed by both neighbours, forwards and
 * backwards. A row that differs from the signed text is omitted, so its seals are not accepted.
 */
export async function readTrustedCertificates(
  q: Queryable,
  named: ReadonlySet<string>,
): Promise<TrustedCertificates> {
  const announced = (await listEveryCertificate(q)).flatMap((row) => {
    const link = describeSuccession(row)
    return link ? [link] : []
  })
  const certificates = new Set(named)
  for (let before = -1; before !== certificates.size; ) {
    before = certificates.size
    for (const { certificateSha256, predecessorSha256 } of announced) {
      if (certificates.has(certificateSha256)) certificates.add(predecessorSha256)
      if (certificates.has(predecessorSha256)) certificates.add(certificateSha256)
    }
  }
  const successions = new Map(
    announced.map(({ leafIndex, certificateSha256, leaf }) => [leafIndex, { certificateSha256, leaf }]),
  )
  return { certificates, successions }
}

/** The succession that both keys signed, if it belongs to the row's certificate. */
function describeSuccession({ sha256, chain, announced }: SealCertificate) {
  if (!announced || !isSigned(announced.succession)) return null
  const { certificateSha256, predecessorSha256 } = announced.succession
  const own = new X509Certificate(Buffer.from(chain[0] ?? '', 'base64'))
  const isOfRow =
    certificateSha256 === sha256 && own.fingerprint256.replaceAll(':', '').toLowerCase() === sha256
  return isOfRow
    ? {
        certificateSha256,
        predecessorSha256,
        leafIndex: announced.leafIndex,
        leaf: toLeaf(announced.succession),
      }
    : null
}

/** A certificate that sealed, or that succeeded another. */
type SealCertificate = {
  sha256: string
  /** The certificate, then the chain that vouches for it: DER in base64. */
  chain: readonly string[]
  introducedAt: Date
  /** Null for the first. */
  announced: { succession: Succession; leafIndex: number } | null
}

const columns = sql`c.sha256, c.chain, c.introduced_at,
  CASE WHEN c.leaf_index IS NOT NULL THEN jsonb_build_object('succession', c.succession, 'leafIndex', c.leaf_index) END AS announced`

/** The first certificate has no leaf in the log; every other certificate has a later leaf than its predecessor. */
const newestFirst = sql`c.leaf_index DESC NULLS LAST`

/** The certificate whose key seals now; null before the first seal. */
export function findCertificateInForce(q: Queryable): Promise<SealCertificate | null> {
  return q.row<SealCertificate>(
    sql`SELECT ${columns} FROM seal_certificates AS c ORDER BY ${newestFirst} LIMIT 1`,
  )
}

export function findCertificate(q: Queryable, sha256: string): Promise<SealCertificate | null> {
  return q.row<SealCertificate>(sql`SELECT ${columns} FROM seal_certificates AS c WHERE c.sha256 = ${sha256}`)
}

/** All certificates, newest first, with the times of their first and last document; null if there is none. */
function listEveryCertificate(
  q: Queryable,
): Promise<(SealCertificate & { firstUsedAt: Date | null; lastUsedAt: Date | null })[]> {
  const use = (order: typeof newestFirst) =>
    sql`(SELECT sealed_at FROM sealed_documents d WHERE d.certificate_sha256 = c.sha256 ORDER BY ${order} LIMIT 1)`
  return q.rows(sql`
    SELECT ${columns}, ${use(sql`leaf_index`)} AS first_used_at, ${use(sql`leaf_index DESC`)} AS last_used_at
    FROM seal_certificates AS c ORDER BY ${newestFirst}`)
}

/** Stores the first certificate, or a successor with its place in the log. */
async function insertCertificate(
  tx: Transaction,
  added: SealCertificate & { successionSha256: string | null },
): Promise<void> {
  const { sha256, chain, introducedAt, announced, successionSha256 } = added
  await tx.run(sql`
    INSERT INTO seal_certificates (sha256, chain, introduced_at, predecessor_sha256, succession, succession_sha256, leaf_index)
    VALUES (${sha256}, ${JSON.stringify(chain)}, ${introducedAt}, ${announced?.succession.predecessorSha256 ?? null},
      ${announced ? JSON.stringify(announced.succession) : null}, ${successionSha256}, ${announced?.leafIndex ?? null})`)
}
