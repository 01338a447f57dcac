/**
 * How many connections a process takes at most: 10 for requests, 35 for jobs and their lanes, one that listens and one that says that it
 * lives. PostgreSQL has 100 unless it is told otherwise.
 */
export const connectionsPerProcess = 54

/** What to say of an error, or of what caused it, that is PostgreSQL's 53300 (too_many_connections); null of any other. */
export function findWantOfConnections(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '53300') {
      return `PostgreSQL has no connection left for a process, which takes up to ${connectionsPerProcess}: raise max_connections, or the CONNECTION LIMIT of the database or the role, or end what else is connected.`
    }
  }
  return null
}
