import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pickFreePort } from '../../scripts/lib/free-port.mjs'
import { systemClock } from '../../src/server/platform/clock.ts'
import { startEmbeddedDatabase } from '../../src/server/platform/database/embedded/embedded-database.ts'
import { findRunningCluster } from '../../src/server/platform/database/embedded/running-database.ts'
import { type Database, sql } from '../../src/server/platform/database/index.ts'
import { openDatabase } from '../../src/server/platform/database/open-database.ts'
import { hashHex } from '../../src/server/platform/hash-hex.ts'
import { grow } from '../../src/server/testing/grown/grow.ts'
import { largeOwner, type Sizes, toEmail } from '../../src/server/testing/grown/sizes.ts'
import type { Served } from '../../src/server/testing/people.ts'
import { silentLogger } from '../../src/server/testing/silent-logger.ts'
import { startServer } from '../own-server.ts'
import { makeFirstRecord, type System } from './journey.ts'

export const password = 'Correct-Horse-7'
/** Old accounts whose history is looked at. */
const owners = 30

export type Running = System & { dataDir: string; connectionString: string; stop(): Promise<void> }

/** Has a folder grow to these sizes; to an empty installation without them. What is there already is not made again. */
export async function growFolder(dataDir: string, sizes: Sizes | null): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres'))) await begin(dataDir)
  if (sizes) await fillFolder(dataDir, sizes)
}

/** Serves from a folder, after it has grown. */
export async function startSystem(dataDir: string, sizes: Sizes | null): Promise<Running> {
  await growFolder(dataDir, sizes)
  const { served, database, connectionString, stop } = await serve(dataDir)
  const signedIn = sizes ? await signIn(served, sizes) : []
  const first = await database.row<{ pdf: string }>(
    sql`SELECT pdf_sha256 AS pdf FROM sealed_documents WHERE leaf_index = 0`,
  )
  return {
    served,
    database,
    dataDir,
    connectionString,
    stop,
    // Twelve of twenty are verified, but for the last that are still open.
    anyPdf: () =>
      sizes
        ? hashHex(`pdf record ${20 * randomInt(Math.floor(sizes.verifications / 25)) + randomInt(1, 12)}`)
        : (first?.pdf ?? ''),
    anyOwner: () => signedIn[randomInt(Math.max(1, signedIn.length))] ?? null,
  }
}

/** How the account with a tenth of everything signs in. */
export async function signInLargestOwner({ served }: Pick<System, 'served'>) {
  return signInAccount(served, largeOwner)
}

async function begin(dataDir: string): Promise<void> {
  const system = await serve(dataDir)
  await makeFirstRecord(system)
  while (!(await system.database.row(sql`SELECT FROM sealed_documents LIMIT 1`))) await wait(50)
  await system.stop()
}

async function fillFolder(dataDir: string, sizes: Sizes): Promise<void> {
  const cluster = await startEmbeddedDatabase(dataDir)
  const { pathname } = new URL(cluster.ownerConnectionString)
  const database = open(Object.assign(new URL(cluster.adminConnectionString), { pathname }).href, 1)
  try {
    const like = await database.row<{ userId: string }>(sql`
      SELECT v.user_id AS "userId" FROM sealed_documents s JOIN verifications v ON v.id = s.verification_id WHERE s.leaf_index = 0`)
    if (!like) throw new Error('nothing is sealed in the folder')
    const startedAt = performance.now()
    await grow(database, { ...like, now: new Date() }, sizes, (made) => {
      if (made % 100_000 === 0)
        console.log(`${made} verifications after ${Math.round((performance.now() - startedAt) / 1000)} s`)
    })
  } finally {
    await database.close()
    await cluster.stop()
  }
}

async function serve(dataDir: string) {
  const server = await startServer(dataDir, await pickFreePort())
  const cluster = await findRunningCluster(dataDir)
  if (!cluster) throw new Error('the database of the server does not answer')
  const database = open(cluster.ownerConnectionString, 2)
  const served: Served = {
    app: { request: (path, init) => fetch(`${server.base}${path}`, init) },
    clock: systemClock,
  }
  return {
    served,
    database,
    connectionString: cluster.ownerConnectionString,
    async stop() {
      await database.close()
      await server.stop()
    },
  }
}

function open(connectionString: string, maxConnections: number): Database {
  return openDatabase(connectionString, { logger: silentLogger, maxConnections, isPatient: true })
}

async function signIn(served: Served, { accounts }: Sizes) {
  const signedIn: { headers: { authorization: string } }[] = []
  for (let n = 0; n < owners; n += 1) signedIn.push(await signInAccount(served, randomInt(1, accounts)))
  return signedIn
}

/** How one of the grown accounts signs in. */
export async function signInAccount(
  served: Served,
  account: number,
): Promise<{ headers: { authorization: string } }> {
  const answer = await served.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: toEmail(account), password }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { headers: { authorization: `Bearer ${token}` } }
}
