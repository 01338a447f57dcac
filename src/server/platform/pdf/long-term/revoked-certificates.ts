import type { Clock } from '../../clock.ts'
import { type Queryable, sql } from '../../database/index.ts'
import type { Statement } from './statement.ts'

export type Withdrawn = Exclude<Statement['status'], 'good'>

/**
 * The certificates that were taken back, whoever may be asked later. A revocation is for ever. A hold ends when a later statement says that the
 * certificate is good, and may become a revocation. Names are hex SHA-256 of the DER.
 */
export type RevokedCertificates = {
  /** Those of some certificates that are revoked or held. */
  listAmong(certificates: readonly string[]): Promise<ReadonlyMap<string, Withdrawn>>
  /** Takes note of a statement, in one step. */
  note(certificate: string, statement: Pick<Statement, 'status' | 'at'>): Promise<void>
}

/** Known to every process that has the database, and after every restart. */
export function keepRevokedInDatabase(database: Queryable, clock: Clock): RevokedCertificates {
  return {
    async listAmong(certificates) {
      if (certificates.length === 0) return new Map()
      const rows = await database.rows<{ sha256: string; isHeld: boolean }>(sql`
        SELECT sha256, is_held AS "isHeld" FROM revoked_certificates WHERE sha256 = ANY(${certificates}::text[])`)
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

/** Known to this process alone: for programs that seal without a database. */
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
