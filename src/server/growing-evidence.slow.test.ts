import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findRunningDatabase } from './platform/database/embedded/embedded-database.ts'
import { type Database, sql } from './platform/database/index.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { grow } from './testing/grown/grow.ts'
import { type Person, register } from './testing/people.ts'
import { completeRecord, expectSealed } from './testing/records.ts'
import { type KillableServer, startKillableServer } from './testing/server-process.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { folderForFile } from './testing/temporary-folder.ts'

let killable: KillableServer
let superuser: Database
const folder = folderForFile()
let creator: Person
beforeAll(async () => {
  killable = await startKillableServer()
  const cluster = await findRunningDatabase(killable.dataDir)
  const { pathname } = new URL(cluster?.ownerConnectionString ?? '')
  const address = Object.assign(new URL(cluster?.adminConnectionString ?? ''), { pathname }).href
  superuser = openDatabase(address, { logger: silentLogger, maxConnections: 1, isMaintenance: true })
})
afterAll(async () => {
  await superuser.close()
  await killable.close()
})

async function seal(): Promise<void> {
  creator = await register(killable.served)
  await expectSealed(killable.served, { id: await completeRecord(killable.served, creator), creator })
}

function startCheck(...args: string[]): ChildProcess & { output: Promise<string> } {
  const path = new URL('../../scripts/verify-audit.ts', import.meta.url).pathname
  // Far less than all rows together need.
  const child = spawn(process.execPath, ['--max-old-space-size=64', path, ...args], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', DATA_DIR: killable.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''))
  return Object.assign(child, { output })
}

async function check(...args: string[]) {
  const child = startCheck(...args)
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code: await code, output: await child.output }
}

const readState = async (file: string) => JSON.parse(await readFile(file, 'utf8'))

it('verifies only new rows after a completed check, and reports that (GROWTH-6)', async () => {
  for (let n = 0; n < 2; n += 1) await seal()
  const file = join(folder, 'state.json')
  const first = await check('--state', file)
  expect(first.output).toMatch(/Sound: \d+ rows of 2 verifications/)
  expect(first.output).toContain('Sound: 2 sealed documents')
  expect(first.code).toBe(0)

  // Simulates a check that ran hours ago.
  const later = { ...(await readState(file)), began: new Date(Date.now() + 3_600_000).toISOString() }
  await writeFile(file, JSON.stringify(later))
  await seal()
  const second = await check('--state', file)
  expect(second.output).toMatch(/Sound: \d+ rows of changed trails of 1 verifications/)
  expect(second.output).toContain('Sound: 1 sealed documents')
  expect(second.output).toContain('Not checked again: data that an earlier check covered')
  expect(second.code).toBe(0)
  expect(await readState(file)).toMatchObject({ isDone: true, log: { size: 3 } })

  // A state with a wrong head of the log.
  await writeFile(
    file,
    JSON.stringify({ ...(await readState(file)), log: { size: 2, rootHash: '0'.repeat(64) } }),
  )
  expect(await check('--state', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('it did not grow out of the head that you kept'),
  })
  expect((await check('--state', file, '--head', `1:${'0'.repeat(64)}`)).code).toBe(2)
})

it('verifies two hundred thousand rows in 64 MB, and resumes after being killed (GROWTH-3, GROWTH-6)', async () => {
  const sizes = { accounts: 100, verifications: 20_000 }
  await grow(superuser, { userId: creator.id, now: new Date() }, sizes)
  const all = await superuser.row<{ rows: number }>(sql`SELECT count(*) AS rows FROM audit_events`)
  const whole = await check()
  // The grown documents have no files, so the check that follows the trails fails.
  expect(whole.output).toContain(`Sound: ${all?.rows} rows of`)

  const file = join(folder, 'killed.json')
  const killed = startCheck('--state', file)
  await vi.waitUntil(async () => (await readState(file).catch(() => null))?.trails?.sequence > 0, {
    timeout: 300_000,
    interval: 5,
  })
  killed.kill('SIGKILL')
  await killed.output
  const { trails } = await readState(file)
  expect(trails).toMatchObject({ verificationId: expect.any(String) })
  const resumed = await check('--state', file)
  expect(resumed.output).toContain('which was interrupted')
  const rest = Number(/Sound: (\d+) rows of \d/.exec(resumed.output)?.[1])
  expect(rest).toBeGreaterThan(0)
  expect(rest).toBeLessThan(all?.rows ?? 0)
})
