import pg from 'pg'
import { StartupError } from '../startup-error.ts'

/** `server_version_num` of PostgreSQL 15. */
const oldestVersion = 150_000

/** Throws a StartupError, which never repeats the password, unless the server that `variable` names lets us in and is new enough. */
export async function assertServer(
  connectionString: string,
  variable: 'DATABASE_URL' | 'MIGRATIONS_DATABASE_URL' = 'DATABASE_URL',
): Promise<void> {
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
        `The server of ${variable} is PostgreSQL ${server?.shown}, and 15 or newer is needed: upgrade it, or unset DATABASE_URL to use the embedded one.`,
      )
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(sentence(error, new URL(connectionString), variable), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

function sentence(error: unknown, { hostname, port, pathname }: URL, variable: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer in time'
  const where = `${hostname || 'localhost'}:${port || '5432'}`
  if (code === '28P01' || code === '28000') {
    return `The PostgreSQL at ${where} refuses the user or password of ${variable}: correct them.`
  }
  if (code === '3D000') {
    return `The PostgreSQL at ${where} has no database ${pathname.slice(1)}: create it, or correct ${variable}.`
  }
  return `${variable} points to ${where}, where no PostgreSQL can be reached (${code}): start it, correct ${variable}, or unset it to use the embedded one.`
}
