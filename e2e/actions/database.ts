import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Works in the database of the journeys' server, for what no page can bring about: time that passes, years of use. */
export async function inServersDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await connectionString() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Where the embedded database answers (docs/operations.md, "What runs"). */
async function connectionString(): Promise<string> {
  const dataDir = process.env['E2E_DATA_DIR'] ?? ''
  const password = (await readFile(join(dataDir, 'secrets', 'database-password'), 'utf8')).trim()
  const postmaster = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
  return `postgresql://assent:${encodeURIComponent(password)}@127.0.0.1:${postmaster.split('\n')[3]}/assent`
}
