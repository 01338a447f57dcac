import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { findWantOfConnections } from './want-of-connections.ts'

/** `server_version_num` of PostgreSQL 15. */
const oldestVersion = 150_000

/** What an address was given by, and what else there is to do than to correct it. */
export type Given = { by: string; otherwise: string }

const byVariable = { by: 'DATABASE_URL', otherwise: ', or unset DATABASE_URL to use the embedded one' }

/** Throws a StartupError, which never repeats the password, unless the server of an address lets us in and is new enough. */
export async function assertServer(connectionString: string, given: Partial<Given> = {}): Promise<void> {
  const { by, otherwise } = { ...byVariable, ...given }
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; shown: string }>(
      "SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS shown",
    )
    const [server] = rows
    if (!server || server.version < oldestVersion) {
      throw new StartupError(
        `The server of ${by} is PostgreSQL ${server?.shown}, and 15 or newer is needed: upgrade it${otherwise}.`,
      )
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      findWantOfConnections(error) ?? explainRefusal(error, new URL(connectionString), { by, otherwise }),
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

function explainRefusal(error: unknown, { hostname, port, pathname }: URL, { by, otherwise }: Given): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer in time'
  const where = `${hostname || 'localhost'}:${port || '5432'}`
  if (code === '28P01' || code === '28000') {
    return `The PostgreSQL at ${where} refuses the user or password of ${by}: correct them.`
  }
  if (code === '3D000') {
    return `The PostgreSQL at ${where} has no database ${pathname.slice(1)}: create it, or correct ${by}.`
  }
  return `${by} points to ${where}, where no PostgreSQL can be reached (${code}): start it, correct ${by}${otherwise}.`
}
