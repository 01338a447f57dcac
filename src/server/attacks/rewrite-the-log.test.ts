import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { logViewSchema } from '../../contract/record.ts'
import type { AuditEntry } from '../../domain/audit-event.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { verifyTrails } from '../audit/index.ts'
import { systemClock } from '../platform/clock/index.ts'
import { type Database, sql } from '../platform/database/index.ts'
import { createNoteSigner } from '../platform/notes/index.ts'
import { createSealer, makeSealKey } from '../platform/pdf/index.ts'
import { type LocalAuthority, startLocalAuthority } from '../platform/pdf/testing/local-authority.ts'
import {
  enqueueSeal,
  type KeptHead,
  parseTree,
  requestCosignaturesJob,
  stampHeadJob,
  verifySeals,
} from '../records/index.ts'
import { emptyRoot } from '../records/transparency/merkle.ts'
import { checkRecord } from '../testing/check-record.ts'
import { type Listening, serveHere } from '../testing/listen-here.ts'
import { type Person, register, subscribe } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { startWitness, type WitnessProcess } from '../testing/witness-process.ts'

const folder = folderForFile()
let [test, ada, server] = [] as unknown as [TestApp, Person, Listening]
let [authority, witness] = [] as unknown as [LocalAuthority, WitnessProcess]
let sealer: ReturnType<typeof createSealer>
let [first, second, third] = ['', '', '']
/** The newest state that the witness cosigned, kept elsewhere. */
let kept: KeptHead
beforeAll(async () => {
  test = await createTestApp()
  authority = await startLocalAuthority()
  const sealKey = await makeSealKey('Operator', new Date('2026-01-01T00:00:00.000Z'))
  const timeAuthority = { url: authority.url, timeoutMs: 30_000 }
  sealer = createSealer({ sealKey, clock: systemClock, threads: 1, timeAuthority })
  const { logSigner } = Object.assign(test.platform, {
    sealer,
    logSigner: createNoteSigner({ sealKey, name: test.platform.logSigner.name }),
  })
  witness = await startWitness(logSigner.verifierKey)
  test.platform.settings.witnesses = [witness]
  await writeFile(join(folder, 'seal.pem'), sealer.certificatePem)
  server = await serveHere(test.app)
  ada = await register(test)
  await subscribe(test, ada, 'enterprise')
  first = await completeRecord(test, ada)
  await test.runJobs()
  await run(requestCosignaturesJob)
  second = await completeRecord(test, ada)
  await test.runJobs()
  third = await completeRecord(test, ada)
  await test.runJobs()
})
afterAll(async () => {
  await Promise.all([server.close(), test.close(), witness.close(), authority.close(), sealer.close()])
})

async function run(job: typeof requestCosignaturesJob | typeof stampHeadJob): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, job, {}))
  await test.runJobs()
}

const checkpoint = async (query = '') =>
  (await test.app.request(`/api/transparency/checkpoint${query}`)).text()
const lastSeen = async () => {
  const view = logViewSchema.parse(await (await test.app.request('/api/transparency/log')).json())
  return { size: view.size, stamped: view.timestamp?.size, cosigned: view.witnesses[0]?.last?.size }
}

async function keep(id: string, name: string): Promise<void> {
  for (const format of ['pdf', 'json']) {
    const answer = await test.app.request(`/api/records/${id}/files/record.${format}`, ada)
    await writeFile(join(folder, `${name}.${format}`), new Uint8Array(await answer.arrayBuffer()))
  }
  const view = (await (await test.app.request(`/api/records/${id}`, ada)).json()) as {
    record: { pdfSha256: string }
  }
  const proof = await test.app.request(`/api/transparency/proof/${view.record.pdfSha256}`)
  await writeFile(join(folder, `${name}.tlog-proof`), await proof.text())
}

function checked(name: string, ...more: string[]): Promise<{ exitCode: number; output: string }> {
  const args = [
    `${name}.pdf`,
    `${name}.json`,
    '--certificate',
    'seal.pem',
    '--proof',
    `${name}.tlog-proof`,
    ...more,
  ]
  return checkRecord(folder, ...args)
}

/** The first fault found by the checks of `npm run audit:verify`. */
async function audited(head: KeptHead | null): Promise<string | null> {
  const { storage } = test.platform
  const witnesses = { storage, certificates: new Set([sealer.certificateSha256]) }
  const trails = (await verifyTrails(test.database)).firstBad
  return trails?.reason ?? (await verifySeals(test.database, witnesses, head)).firstBad?.reason ?? null
}

describe('the evidence of an honest log', () => {
  it('is a proof right after sealing, and later a proof that others vouch for (LOG-2, LOG-3, LOG-4, LOG-5)', async () => {
    await keep(third, 'early')
    const early = await checked('early')
    expect(early.output).toContain('ok   the PDF is entry 2 of that state')
    expect(early.output).toContain('not checked: whether others saw that state of the log')
    expect(early.exitCode).toBe(0)

    expect(await lastSeen()).toEqual({ size: 3, stamped: undefined, cosigned: 1 })
    await run(stampHeadJob)
    await run(requestCosignaturesJob)
    expect(await lastSeen()).toEqual({ size: 3, stamped: 3, cosigned: 3 })
    const { questions } = authority
    await run(stampHeadJob)
    expect(authority.questions).toBe(questions)
    kept = parseTree(await checkpoint()) ?? { size: 0, rootHash: '' }
    expect(kept.size).toBe(3)

    for (const [id, name] of [
      [first, 'first'],
      [third, 'third'],
    ] as const)
      await keep(id, name)
    const trusted = ['--witness', witness.verifierKey, '--authority', authority.rootFile]
    const { output, exitCode } = await checked('first', ...trusted, '--origin', server.origin)
    expect(output).toContain('ok   the log signed its state of 3 documents')
    expect(output).toContain('ok   the timestamp is over that state of the log')
    expect(output).toContain('ok   the witness witness.example/w1 cosigned that state, at ')
    expect(output).toContain('ok   the log only grew since the proof was kept (3 to 3)')
    expect(output).not.toContain('BAD')
    expect(exitCode).toBe(0)
    expect(await witness.watch(server.origin)).toMatchObject({ exitCode: 0 })
  })

  it('is every state that it ever signed, the same each time, which an audit accepts as an earlier one (LOG-1, LOG-8)', async () => {
    expect(await checkpoint('?size=2')).toBe(await checkpoint('?size=2'))
    expect(parseTree(await checkpoint('?size=2'))?.size).toBe(2)
    expect((await test.app.request('/api/transparency/checkpoint?size=4')).status).toBe(404)
    expect(await audited(parseTree(await checkpoint('?size=2')))).toBeNull()
    expect(await audited({ size: 0, rootHash: emptyRoot })).toBeNull()
  })

  it('rejects a proof of another record, another witness or another time (LOG-3)', async () => {
    const proof = await readFile(join(folder, 'third.tlog-proof'), 'utf8')
    const stranger = await startWitness(test.platform.logSigner.verifierKey)
    onTestFinished(() => stranger.close())
    for (const [forged, more] of [
      [proof.replace('index 2', 'index 1'), []],
      [proof.replace(/\n3\n/, '\n4\n'), []],
      [
        proof.replace(/(— witness\S* \S{30})(\S)/, (_, before, one) => before + (one === 'A' ? 'B' : 'A')),
        ['--witness', witness.verifierKey],
      ],
      [proof, ['--witness', stranger.verifierKey]],
      [proof.replace(/extra \S+/, 'extra e30='), []],
      ['nothing', []],
    ] as const) {
      await writeFile(join(folder, 'forged.tlog-proof'), forged)
      const { output, exitCode } = await checked('third', ...more, '--proof', 'forged.tlog-proof')
      expect(output).toMatch(/^BAD /m)
      expect(exitCode).toBe(1)
    }
  })
})

/**
 * Checks that everyone who kept a later state notices: a witness, the holder of a record with its proof, and the audit.
 */
async function isFound(seen: RegExp): Promise<void> {
  await run(requestCosignaturesJob)
  expect((await lastSeen()).cosigned ?? 0).toBeLessThan(2)
  const watched = await witness.watch(server.origin)
  expect(watched).toMatchObject({ exitCode: 1, output: expect.stringMatching(seen) })
  const held = await checked('first', '--origin', server.origin)
  expect(held.output).toMatch(/^BAD {2}the log only grew since the proof was kept/m)
  expect(held.exitCode).toBe(1)
  expect(await audited(kept)).toBe('it did not grow out of the head that you kept')
}

const removed = async (owner: Database) => {
  await cutLog(owner, 1)
  await sealAnew(test, third)
}
const redated = async (owner: Database) => {
  await cutLog(owner, 1)
  await redateTrail(owner, second, (at) => new Date(at.getTime() - 365 * 86_400_000))
  await owner.run(sql`
    UPDATE verifications SET created_at = created_at - interval '365 days', verified_at = verified_at - interval '365 days'
    WHERE id = ${second}`)
  await sealAnew(test, second)
  await sealAnew(test, third)
}

describe('an operator who owns the tables and has every key', () => {
  it('is caught removing a record and sealing the later one again (LOG-8)', async () => {
    await whileRewritten(test, removed, () => isFound(/SHRUNK/))
  })

  it('is caught cutting the newest record (LOG-8)', async () => {
    await whileRewritten(
      test,
      (owner) => cutLog(owner, 2),
      () => isFound(/SHRUNK/),
    )
  })

  it('is caught backdating a whole trail and sealing it, and the later entries, again (LOG-8)', async () => {
    await whileRewritten(test, redated, () => isFound(/FORK/))
  })

  it('can’t keep outsiders’ statements about the old log beside a new one, even if no later state was kept (LOG-9)', async () => {
    for (const [table, reason] of [
      [sql`transparency_cosignatures`, 'a witness cosigned another state of 3 documents'],
      [sql`transparency_timestamps`, 'the time authority stamped another state of 3 documents'],
    ] as const) {
      const keepingWords = async (owner: Database) => {
        await removed(owner)
        await sealAnew(test, second)
        await owner.run(sql`INSERT INTO ${table} SELECT * FROM kept.${table} WHERE size = 3`)
      }
      await whileRewritten(test, keepingWords, async () => {
        expect(await audited(null)).toContain(reason)
      })
    }
  })

  it('isn’t caught by internal checks alone once those statements are deleted too: the report says so', async () => {
    await whileRewritten(test, removed, async () => expect(await audited(null)).toBeNull())
    expect(await audited(kept)).toBeNull()
  })
})

/** The tables a hostile operator has to rewrite, each before the tables it refers to. */
const tables = [
  sql`transparency_cosignatures`,
  sql`transparency_timestamps`,
  sql`archived_copies`,
  sql`sealed_documents`,
  sql`transparency_nodes`,
  sql`transparency_heads`,
  sql`audit_events`,
]

const switchTriggers = async (owner: Database, state: 'DISABLE' | 'ENABLE') => {
  for (const table of [...tables, sql`verifications`]) {
    await owner.run(
      state === 'ENABLE'
        ? sql`ALTER TABLE ${table} ENABLE TRIGGER USER`
        : sql`ALTER TABLE ${table} DISABLE TRIGGER USER`,
    )
  }
}

/** Runs an attack with the rights of the tables' owner, checks the outcome, and restores everything. */
async function whileRewritten(
  test: TestApp,
  attack: (owner: Database) => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  await test.asOwner(async (owner) => {
    await owner.run(sql`CREATE SCHEMA kept`)
    for (const table of [...tables, sql`verifications`])
      await owner.run(sql`CREATE TABLE kept.${table} AS TABLE ${table}`)
    await switchTriggers(owner, 'DISABLE')
    try {
      await attack(owner)
      await look()
    } finally {
      for (const table of tables) await owner.run(sql`DELETE FROM ${table}`)
      for (const table of tables.toReversed())
        await owner.run(sql`INSERT INTO ${table} SELECT * FROM kept.${table}`)
      await owner.run(sql`
        UPDATE verifications v SET created_at = k.created_at, verified_at = k.verified_at FROM kept.verifications k
        WHERE k.id = v.id`)
      await owner.run(sql`DROP SCHEMA kept CASCADE`)
      await switchTriggers(owner, 'ENABLE')
    }
  })
}

/**
 * Cuts the log back to its first `size` entries, with all outsiders' statements about later ones and all later seals.
 */
async function cutLog(owner: Database, size: number): Promise<void> {
  await owner.run(sql`DELETE FROM transparency_cosignatures WHERE size > ${size}`)
  await owner.run(sql`DELETE FROM transparency_timestamps WHERE size > ${size}`)
  await owner.run(sql`
    DELETE FROM audit_events e USING sealed_documents s
    WHERE s.leaf_index >= ${size} AND e.verification_id = s.verification_id AND e.sequence >= (
      SELECT min(sequence) FROM audit_events f WHERE f.verification_id = s.verification_id AND f.event = 'sealed')`)
  await owner.run(sql`
    DELETE FROM archived_copies c USING sealed_documents s
    WHERE s.leaf_index >= ${size} AND c.verification_id = s.verification_id
      AND c.document = s.document AND c.revision = s.revision`)
  await owner.run(sql`DELETE FROM sealed_documents WHERE leaf_index >= ${size}`)
  await owner.run(sql`DELETE FROM transparency_heads WHERE size > ${size}`)
  await owner.run(sql`DELETE FROM transparency_nodes WHERE (index + 1) * (1 << level) > ${size}`)
}

/** Seals a verification again, as the next entry of the log. */
async function sealAnew(test: TestApp, verificationId: string): Promise<void> {
  const verification = { id: verificationId, thirdPartyEmail: 'sam@example.com' }
  await test.database.transaction((tx) => enqueueSeal(test.platform, tx, verification))
  await test.runJobs()
}

/** Rewrites a trail with other times, in a valid chain. */
async function redateTrail(owner: Database, id: string, move: (at: Date) => Date): Promise<void> {
  const rows = await owner.rows<AuditEntry & { at: string }>(sql`
    SELECT verification_id, sequence, event, actor, to_jsonb(at)#>>'{}' AS at, detail,
      previous_hash FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`)
  let previousHash = '0'.repeat(64)
  for (const row of rows) {
    const at = move(new Date(row.at)).toISOString()
    const hash = createHash('sha256')
      .update(writeCanonicalJson({ ...row, at, previousHash }))
      .digest('hex')
    await owner.run(sql`
      UPDATE audit_events SET at = ${at}, previous_hash = ${previousHash}, hash = ${hash}
      WHERE verification_id = ${id} AND sequence = ${row.sequence}`)
    previousHash = hash
  }
}
