import type { ClientConfig } from 'pg'

/** What a session of the database is for: each has its own patience. */
export type SessionUse = keyof typeof limits

/**
 * In milliseconds. A transaction whose process froze or vanished holds its locks for 15 s, and whoever waits for them gives up after 20 s,
 * later than that. Nothing that people or jobs ask for takes a minute.
 */
const limits = {
  /** Requests and jobs. */
  serving: {
    statement_timeout: 60_000,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: 15_000,
  },
  /** Looking at everything, or changing the schema: takes what it takes, but does not stand still in the middle. */
  maintenance: { idle_in_transaction_session_timeout: 60_000 },
  /** A lock that says that a process is alive; it says so anew every few seconds (`jobs/presence.ts`). */
  presence: { statement_timeout: 10_000, idle_session_timeout: 20_000 },
  /** Waits for messages, for as long as there are none. */
  listening: {},
} as const

/** The other side is taken for gone when it has not answered for 25 s, by PostgreSQL as by us. */
const serverSide = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
}

/** How the driver connects for a use. The options that `connectionString` itself names stay. */
export function makeSessionConfig(
  use: SessionUse,
  connectionString: string,
  applicationName: string,
): ClientConfig & { connectionString: string } {
  const settings = Object.entries({ ...serverSide, ...limits[use] }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  const url = new URL(connectionString)
  const given = url.searchParams.get('options')
  url.searchParams.delete('options')
  return {
    connectionString: given === null ? connectionString : url.href,
    options: [...settings, ...(given ? [given] : [])].join(' '),
    application_name: applicationName,
    keepAlive: true,
    // From then on the operating system asks every second, ten times.
    keepAliveInitialDelayMillis: 10_000,
    // Keepalive does not notice a connection that vanished with a question on its way. And shorter than PostgreSQL's own patience: a COMMIT
    // that waits in vain for another node, as synchronous replication asks, is let go by statement_timeout with a warning and as a success,
    // although the change is on one machine alone. Nobody may be told so; by then we have given up.
    ...(use === 'serving' || use === 'presence'
      ? { query_timeout: limits[use].statement_timeout - 5000 }
      : {}),
  }
}
