import {
  type AccessDescription,
  Certificate,
  CRLDistributionPoints,
  type GeneralName,
  InfoAccess,
} from 'pkijs'
import type { Clock } from '../../clock/index.ts'
import { type Queryable, sql } from '../../database/index.ts'
import { hashHex } from '../../hash-hex.ts'
import { askHttp } from '../sealing/ask-http.ts'
import { toExactBuffer } from '../sealing/seal-key.ts'
import {
  type Answer,
  type Issued,
  readCrl,
  readOcsp,
  type Statement,
  type StatementFault,
  writeOcspQuestion,
} from './statement.ts'

const defaultTimeoutMs = 5000
/** A statement is requested again after this. */
const freshMs = 24 * 60 * 60_000
/** The longest use of a statement while the authority is silent, even if it claims to be valid for longer. */
const longestKeptMs = 7 * 24 * 60 * 60_000
/** The shortest pause between two requests about a certificate, also after a failure or for a suspended certificate. */
const pauseMs = 60_000

export type Revocation = {
  /**
   * The issuer's statement about a certificate (both DER), cached while it is valid. Only the addresses in the
   * certificate are asked, once for simultaneous callers. A silent authority is asked again once a minute in the
   * background, without waiting.
   * @param options with `refresh`, waits for an answer to a request of the last minute
   */
  judge(certificate: Uint8Array, issuer: Uint8Array, options?: { refresh?: boolean }): Promise<Answer>
}

/** The result of the last request, and the last usable statement. */
type Known = {
  askedAt: Date
  fault: StatementFault | null
  kept: { statement: Statement; since: Date } | null
}

/** Asks whether certificates were revoked, and caches the answers. */
export function createRevocation({
  clock,
  timeoutMs = defaultTimeoutMs,
}: {
  clock: Clock
  timeoutMs?: number
}): Revocation {
  const known = new Map<string, Known>()
  const asking = new Map<string, Promise<Answer>>()

  async function ask(name: string, der: Uint8Array, issuerDer: Uint8Array): Promise<Answer> {
    const askedAt = clock.now()
    const answer = await answerTo(der, issuerDer, askedAt, timeoutMs)
    const isFault = 'fault' in answer
    known.set(name, {
      askedAt,
      fault: isFault ? answer.fault : null,
      kept: isFault ? (known.get(name)?.kept ?? null) : { statement: answer, since: askedAt },
    })
    for (const [other, { askedAt: at }] of known)
      if (askedAt.getTime() - at.getTime() >= longestKeptMs) known.delete(other)
    asking.delete(name)
    return answerAt(known.get(name), askedAt)
  }

  return {
    async judge(certificate, issuer, { refresh = false } = {}) {
      const name = hashHex(certificate)
      const now = clock.now()
      const last = known.get(name)
      if (last && !isDue(last, now, refresh)) return answerAt(last, now)
      const answer = asking.get(name) ?? ask(name, certificate, issuer)
      asking.set(name, answer)
      return last?.fault && !refresh ? answerAt(last, now) : answer
    },
  }
}

async function answerTo(der: Uint8Array, issuerDer: Uint8Array, now: Date, timeoutMs: number) {
  try {
    const certificate = Certificate.fromBER(toExactBuffer(der))
    return await askIssuer(
      { certificate, issuer: Certificate.fromBER(toExactBuffer(issuerDer)) },
      now,
      timeoutMs,
    )
  } catch {
    return { fault: 'malformed' as const }
  }
}

function isDue(last: Known, now: Date, refresh: boolean): boolean {
  const hasEnded = last.fault === null && 'fault' in answerAt(last, now)
  const mayChangeSoon = last.fault !== null || last.kept?.statement.status === 'held'
  const wait = mayChangeSoon || refresh ? pauseMs : freshMs
  return hasEnded || now.getTime() - last.askedAt.getTime() >= wait
}

/** The cached statement while it may be used; otherwise the fault. */
function answerAt(last: Known | undefined, now: Date): Answer {
  const { statement, since } = last?.kept ?? {}
  if (statement && since && now < statement.until && now.getTime() - since.getTime() < longestKeptMs)
    return statement
  return { fault: last?.fault ?? 'out_of_date' }
}

const oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  crlDistributionPoints: '2.5.29.31',
} as const

/**
 * Size limits, since every sealed document contains the answers. Longer lists aren't fetched; their authorities have a
 * responder.
 */
const maxBytes = { ocsp: 64 * 1024, crl: 256 * 1024 } as const

/**
 * Asks the addresses in a certificate: responders (RFC 6960) first, then lists (RFC 5280), until one gives a usable
 * answer. They share `timeoutMs`: each gets an equal part of the remaining time.
 */
async function askIssuer(issued: Issued, now: Date, timeoutMs: number): Promise<Answer> {
  const { ocsp, crl } = listAddresses(issued.certificate)
  const questions = [
    ...ocsp.map((url) => ({ read: readOcsp, fetch: (ms: number) => askResponder(url, issued, ms) })),
    ...crl.map((url) => ({ read: readCrl, fetch: (ms: number) => askForList(url, ms) })),
  ]
  const end = performance.now() + timeoutMs
  let fault: StatementFault = 'no_address'
  for (const [index, { read, fetch }] of questions.entries()) {
    const share = (end - performance.now()) / (questions.length - index)
    const bytes = await fetch(Math.max(1, Math.floor(share)))
    const answer = bytes
      ? await read(bytes, issued, now).catch(() => ({ fault: 'malformed' as const }))
      : { fault: 'unreachable' as const }
    if (!('fault' in answer)) return answer
    fault = answer.fault
  }
  return { fault }
}

async function askResponder(url: string, issued: Issued, timeoutMs: number): Promise<Uint8Array | null> {
  return askHttp(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/ocsp-request', Accept: 'application/ocsp-response' },
    body: new Uint8Array(await writeOcspQuestion(issued)),
    timeoutMs,
    maxBytes: maxBytes.ocsp,
  })
}

function askForList(url: string, timeoutMs: number): Promise<Uint8Array | null> {
  return askHttp(url, { timeoutMs, maxBytes: maxBytes.crl })
}

/** The addresses of the issuer's responders and lists in a certificate; only http and https. */
function listAddresses({ extensions }: Certificate): { ocsp: string[]; crl: string[] } {
  const readExtension = (id: string): unknown => extensions?.find(({ extnID }) => extnID === id)?.parsedValue
  const access = readExtension(oid.authorityInfoAccess)
  const points = readExtension(oid.crlDistributionPoints)
  const responders =
    access instanceof InfoAccess
      ? access.accessDescriptions
          .filter((each: AccessDescription) => each.accessMethod === oid.ocsp)
          .map(({ accessLocation }) => accessLocation)
      : []
  const lists =
    points instanceof CRLDistributionPoints
      ? points.distributionPoints.flatMap(({ distributionPoint }) =>
          Array.isArray(distributionPoint) ? distributionPoint : [],
        )
      : []
  return { ocsp: pickWebAddresses(responders), crl: pickWebAddresses(lists) }
}

function pickWebAddresses(names: readonly GeneralName[]): string[] {
  return names.flatMap(({ type, value }) =>
    type === 6 && typeof value === 'string' && /^https?:\/\//.test(value) ? [value] : [],
  )
}

export type Withdrawn = Exclude<Statement['status'], 'good'>

/**
 * The revoked certificates, independent of later answers. A revocation is permanent. A hold ends when a later statement
 * says that the certificate is good, and may become a revocation. Names are hex SHA-256 of the DER.
 */
export type RevokedCertificates = {
  /** Which of these certificates are revoked or held. */
  listAmong(certificates: readonly string[]): Promise<ReadonlyMap<string, Withdrawn>>
  note(certificate: string, statement: Pick<Statement, 'status' | 'at'>): Promise<void>
}

/** Shared by every process on the database, and kept across restarts. */
export function keepRevokedInDatabase(database: Queryable, clock: Clock): RevokedCertificates {
  return {
    async listAmong(certificates) {
      if (certificates.length === 0) return new Map()
      const rows = await database.rows<{ sha256: string; isHeld: boolean }>(sql`
        SELECT sha256, is_held FROM revoked_certificates WHERE sha256 = ANY(${certificates}::text[])`)
      return new Map(rows.map(({ sha256, isHeld }) => [sha256, isHeld ? 'held' : 'revoked']))
    },
    async note(certificate, { status, at }) {
      await database.run(
        status === 'good'
          ? sql`DELETE FROM revoked_certificates WHERE sha256 = ${certificate} AND is_held AND said_at < ${at}`
          : sql`INSERT INTO revoked_certificates AS known (sha256, is_held, said_at, learned_at)
              VALUES (${certificate}, ${status === 'held'}, ${at}, ${clock.now()})
              ON CONFLICT (sha256) DO UPDATE SET is_held = excluded.is_held, said_at = excluded.said_at
              WHERE known.is_held AND (NOT excluded.is_held OR known.said_at < excluded.said_at)`,
      )
    },
  }
}

/** Kept in the memory of this process: for programs that seal without a database. */
export function keepRevokedInMemory(): RevokedCertificates {
  const known = new Map<string, { status: Withdrawn; at: Date }>()
  return {
    async listAmong(certificates) {
      const found = certificates.flatMap((name) => {
        const status = known.get(name)?.status
        return status ? [[name, status] as const] : []
      })
      return new Map(found)
    },
    async note(certificate, { status, at }) {
      const before = known.get(certificate)
      if (before?.status === 'revoked') return
      const isLater = !before || before.at < at
      if (status === 'good') {
        if (isLater) known.delete(certificate)
      } else if (isLater || status === 'revoked') known.set(certificate, { status, at })
    },
  }
}
