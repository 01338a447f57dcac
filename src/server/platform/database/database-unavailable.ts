import pg from 'pg'

/**
 * The database cannot do anything for us at the moment: it is away, starting, stopping, full or too busy, or the connection broke. It is
 * unknown whether what was asked for happened; asking again later is right. `cause` is what the driver said.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** Does something that talks to the database; throws DatabaseUnavailable when that is what is wrong. */
export async function reachDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isOutage(error)) throw error
    throw new DatabaseUnavailable('the database is not available', { cause: error })
  }
}

/**
 * SQLSTATE (PostgreSQL, appendix A): connection exceptions, insufficient resources, operator intervention with the statement's own
 * time-out, a lock that did not come, and a session that stood still for too long.
 */
const outageStates = /^(?:08|53|57|55P03$|25P03$|25P04$)/

/** A server that takes no writes: it was the primary when the connection was made. The fence of a moved database says the same, by RAISE. */
function isReadOnlyServer({ code, routine }: pg.DatabaseError): boolean {
  return code === '25006' && routine?.startsWith('PreventCommand') === true
}

/** What the operating system says of a place that does not answer, and where it has no more connections for us. */
const networkCodes = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What the driver says, without a code, of a connection that is gone. */
const driverWords =
  /^(?:Connection terminated|Client (?:has encountered|was closed)|timeout exceeded when trying to connect|Query read timeout)/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) {
    return outageStates.test(code) || isReadOnlyServer(error) || isOutdatedPlan(error)
  }
  return networkCodes.has(code) || driverWords.test(error.message)
}

/**
 * A statement that was named before a migration, of this process or another, changed the type of what it answers. The pool drops the connection,
 * and the next one plans anew.
 */
function isOutdatedPlan({ code, message }: pg.DatabaseError): boolean {
  return code === '0A000' && message.startsWith('cached plan must not change result type')
}
