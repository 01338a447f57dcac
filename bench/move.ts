// node_modules/.bin/node bench/move.ts [ROWS]: moves an installation with so many rows of a trail (a million) from one PostgreSQL to another by the
// command itself, and prints how long its parts take and how much memory the command has at most. On a new DATA_DIR; Linux only.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AuditEntry, firstPreviousHash } from '../src/domain/audit/event.ts'
import { hashEntry } from '../src/server/audit/write-row.ts'
import { systemClock } from '../src/server/platform/clock.ts'
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded/embedded-database.ts'
import { findRunningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { type Database, sql } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { createVerification, register } from '../src/server/testing/people.ts'
import { startServer } from '../src/server/testing/server-process.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const batchRows = 10_000

const folder = await mkdtemp(join(tmpdir(), 'assent-bench-move-'))
const [here, there] = [join(folder, 'here'), join(folder, 'there')]
try {
  await fill()
  await mkdir(there)
  const destination = await startEmbeddedDatabase(there)
  try {
    await measure(destination.ownerConnectionString, destination.connectionString)
  } finally {
    await destination.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const server = await startServer({ DATA_DIR: here, RATE_LIMITS: 'off', LOG_LEVEL: 'error' })
  const served = {
    app: { request: (path: string, init?: RequestInit) => fetch(server.origin + path, init) },
    clock: systemClock,
  }
  const { id } = await createVerification(served, await register(served))
  const database = openDatabase(String(await findRunningDatabase(here)), {
    logger: silentLogger,
    maxConnections: 1,
  })
  await lengthen(database, id)
  await database.close()
  await server.kill('SIGTERM')
}

/** Adds rows to the trail of a verification that hold. */
async function lengthen(database: Database, verificationId: string): Promise<void> {
  const last = await database.row<{ sequence: number; hash: string }>(
    sql`SELECT sequence, hash FROM audit_events WHERE verification_id = ${verificationId} ORDER BY sequence DESC LIMIT 1`,
  )
  let { sequence, hash } = last ?? { sequence: 0, hash: firstPreviousHash }
  const at = new Date().toISOString()
  for (let left = rows; left > 0; left -= batchRows) {
    const batch = Array.from({ length: Math.min(left, batchRows) }, () => {
      sequence += 1
      const entry: AuditEntry = {
        verificationId,
        sequence,
        event: 'viewed',
        actor: 'creator',
        at,
        detail: { bytes: sequence },
        previousHash: hash,
      }
      hash = hashEntry(entry)
      return { ...entry, hash }
    })
    await database.run(sql`
      INSERT INTO audit_events (verification_id, sequence, event, actor, at, detail, previous_hash, hash)
      SELECT "verificationId", sequence, event, actor, at, detail, "previousHash", hash
      FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) AS added ("verificationId" uuid, sequence integer, event text, actor text,
        at timestamptz, detail jsonb, "previousHash" text, hash text)`)
  }
}

async function measure(to: string, serving: string): Promise<void> {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  const child = spawn(process.execPath, ['scripts/move.ts', 'database', '--to', to, '--serving', serving], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: here },
  })
  let peak = 0
  const watching = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 100)
  const seen = new Set<string>()
  const parts: [string, RegExp][] = [
    ['copying begins', /rows in \d+ tables/],
    ['every row is there', /same on both sides/],
    ['every row is compared', /used_links, /],
    ['the trails hold', /Sound: /],
  ]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const [part, words] of parts) {
      if (seen.has(part) || !words.test(text)) continue
      seen.add(part)
      console.log(`${part}: after ${seconds()} s`)
    }
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watching)
  if (code !== 0) throw new Error(`the move ended with ${code}`)
  console.log(`${rows} rows moved after ${seconds()} s, with ${Math.round(peak / 1024)} MB of memory at most`)
}
