import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../domain/audit-event.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { verifyTrails } from '../audit/index.ts'
import { sql, type Transaction } from '../platform/database/index.ts'
import { createSealer, makeSealKey } from '../platform/pdf/index.ts'
import { type KeptHead, type SealReport, verifySeals, type Witnesses } from '../records/index.ts'
import { createVerification, type Person, postJson, register, subscribe } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let witnesses: Witnesses
/** Three completed verifications (sealed, withdrawn, and sealed last), and one that wasn't completed. */
let [sealed, withdrawn, last, pending] = ['', '', '', '']
let head: KeptHead
beforeAll(async () => {
  test = await createTestApp()
  const ada: Person = await register(test)
  await subscribe(test, ada, 'enterprise')
  sealed = await completeRecord(test, ada)
  withdrawn = await completeRecord(test, ada)
  await test.runJobs()
  expect((await postJson(test, `/api/records/${withdrawn}/withdrawal`, {}, ada.headers)).status).toBe(200)
  await test.runJobs()
  last = await completeRecord(test, ada)
  await test.runJobs()
  pending = (await createVerification(test, ada, { type: 'person' })).id
  const { storage, sealer } = test.platform
  witnesses = { storage, certificates: new Set([sealer.certificateSha256]) }
  head = (await verifySeals(test.database, witnesses)).head
})
afterAll(() => test.close())

/** The results of the two checks after an attack with all rights to the tables. Everything is rolled back. */
async function whenDone(
  attack: (tx: Transaction) => Promise<unknown>,
  kept: KeptHead | null = null,
): Promise<{ chain: unknown; seals: SealReport['firstBad'] }> {
  let found: { chain: unknown; seals: SealReport['firstBad'] } | undefined
  const undone = test.asOwner((owner) =>
    owner.transaction(async (tx) => {
      for (const table of [
        sql`audit_events`,
        sql`sealed_documents`,
        sql`transparency_nodes`,
        sql`transparency_heads`,
        sql`verifications`,
      ])
        await tx.run(sql`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await attack(tx)
      const chain = (await verifyTrails(tx)).firstBad
      found = { chain, seals: (await verifySeals(tx, witnesses, kept)).firstBad }
      throw new Error('put back')
    }),
  )
  await expect(undone).rejects.toThrow('put back')
  if (!found) throw new Error('nothing was looked at')
  return found
}

async function recompute(
  tx: Transaction,
  id: string,
  change: (entry: AuditEntry) => AuditEntry,
): Promise<void> {
  const rows = await tx.rows<AuditEntry & { at: string }>(sql`
    SELECT verification_id, sequence, event, actor, to_jsonb(at)#>>'{}' AS at, detail,
      previous_hash FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`)
  let previousHash = '0'.repeat(64)
  for (const row of rows) {
    const entry = { ...change({ ...row, at: new Date(row.at).toISOString() }), previousHash }
    const hash = createHash('sha256').update(writeCanonicalJson(entry)).digest('hex')
    await tx.run(sql`
      UPDATE audit_events SET at = ${entry.at}, actor = ${entry.actor}, detail = ${JSON.stringify(entry.detail)},
        previous_hash = ${previousHash}, hash = ${hash} WHERE verification_id = ${id} AND sequence = ${entry.sequence}`)
    previousHash = hash
  }
}

const cut = (tx: Transaction, id: string, event: string) =>
  tx.run(sql`
    DELETE FROM audit_events WHERE verification_id = ${id} AND sequence >= (
      SELECT sequence FROM audit_events WHERE verification_id = ${id} AND event = ${event} LIMIT 1)`)
const sound = { chain: null, seals: null }

describe('the owner of the tables', () => {
  it('has left them alone: every sealed document matches its trail and the log', async () => {
    expect(await verifySeals(test.database, witnesses, head)).toEqual({
      documents: 4,
      head: { size: 4, rootHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      unsealed: { verifications: 1, rows: 2, rowsAfter: expect.any(Number) },
      vouched: { cosigned: 0, stamped: 0 },
      firstBad: null,
    })
    expect(await whenDone(async () => {}, head)).toEqual(sound)
  })

  it('can’t cut the end of a sealed trail: its chain is valid, but the sealing is missing (TRAIL-3)', async () => {
    const { chain, seals } = await whenDone((tx) => cut(tx, sealed, 'sealed'))
    expect(chain).toBeNull()
    expect(seals).toEqual({
      verificationId: sealed,
      what: 'record 1',
      reason: 'the trail does not have the row that says it was sealed',
    })
  })

  it('can’t change the signed statements, or the source of a fact: the record differs (EVIDENCE-12)', async () => {
    for (const change of [
      sql`full_name = 'Somebody Else'`,
      sql`third_party_email = 'else@example.net'`,
      sql`signature = 'Somebody Else'`,
      sql`verified_at = verified_at - interval '300 days'`,
      sql`third_party_sources = '[{"step": "wallet", "at": "2026-03-11T12:00:00.000Z"}]'`,
      sql`creator_mailbox_at = NULL`,
    ]) {
      const { seals } = await whenDone(async (tx) => {
        await tx.run(sql`UPDATE verifications SET ${change} WHERE id = ${sealed}`)
      })
      const reason = 'its verification says something else now'
      expect(seals).toMatchObject({ verificationId: sealed, reason })
    }
  })

  it('can’t undo a withdrawal, even together with the status', async () => {
    const { chain, seals } = await whenDone(async (tx) => {
      await cut(tx, withdrawn, 'withdrawn')
      await tx.run(
        sql`UPDATE verifications SET status = 'verified', closed_at = NULL WHERE id = ${withdrawn}`,
      )
    })
    expect(chain).toBeNull()
    expect(seals).toMatchObject({
      verificationId: withdrawn,
      what: 'withdrawal 1',
      reason: /of its trail is gone$/,
    })
  })

  it('can’t recompute a whole trail: the chain is valid, but the record differs (TRAIL-4)', async () => {
    for (const change of [
      (entry: AuditEntry) => ({ ...entry, at: entry.at.replace('2026', '2025') }),
      (entry: AuditEntry) => (entry.sequence === 2 ? { ...entry, actor: 'creator' as const } : entry),
      (entry: AuditEntry) =>
        entry.event === 'submitted' ? { ...entry, detail: { ...entry.detail, emailProof: 'code' } } : entry,
    ]) {
      const { chain, seals } = await whenDone((tx) => recompute(tx, sealed, change))
      expect(chain).toBeNull()
      expect(seals).toMatchObject({
        verificationId: sealed,
        reason: expect.stringContaining('another than the one'),
      })
    }
  })

  it('can’t remove a sealed document, first or last, with every row that refers to it', async () => {
    for (const id of [sealed, last]) {
      const { seals } = await whenDone(async (tx) => {
        await tx.run(sql`DELETE FROM sealed_documents WHERE verification_id = ${id}`)
        await cut(tx, id, 'sealed')
      })
      expect(seals?.reason).toMatch(
        /the document before it in the log is gone|entries of which there is no sealed/,
      )
    }
    const { seals } = await whenDone(async (tx) => {
      await tx.run(sql`DELETE FROM sealed_documents WHERE verification_id = ${last}`)
      await tx.run(sql`DELETE FROM transparency_heads WHERE size = 4`)
      await tx.run(
        sql`DELETE FROM transparency_nodes WHERE level = 0 AND index = 3 OR level = 1 AND index = 1 OR level = 2`,
      )
    })
    expect(seals).toMatchObject({
      verificationId: last,
      reason: 'its trail says that it was sealed, and it is not there',
    })
  })

  it('can’t put another hash into the log, or sign it with another key', async () => {
    const other = 'f'.repeat(64)
    const { storage } = test.platform
    for (const statement of [
      sql`UPDATE transparency_nodes SET hash = ${other} WHERE level = 1 AND index = 0`,
      sql`UPDATE transparency_heads SET root_hash = ${other} WHERE size = 2`,
      sql`UPDATE sealed_documents SET pdf_sha256 = ${other} WHERE leaf_index = 1`,
      sql`UPDATE transparency_heads SET signature = (SELECT signature FROM transparency_heads WHERE size = 1) WHERE size = 2`,
      sql`UPDATE transparency_heads SET at = at + interval '1 hour' WHERE size = 2`,
    ]) {
      expect((await whenDone((tx) => tx.run(statement))).seals).not.toBeNull()
    }
    const strange = { storage, certificates: new Set([other]) }
    expect((await verifySeals(test.database, strange)).firstBad?.reason).toContain(
      'not signed by a certificate',
    )
  })

  it('can’t forge the files of a record with their own key', async () => {
    const { storage } = test.platform
    const row = await test.database.row<{ path: string }>(
      sql`SELECT path FROM sealed_documents WHERE verification_id = ${sealed}`,
    )
    const address = { bucket: 'records' as const, path: `${row?.path}.json` }
    const pdfAddress = { ...address, path: `${row?.path}.pdf` }
    const [genuine, pdf] = [await storage.get(address), await storage.get(pdfAddress)]
    if (!genuine || !pdf) throw new Error('the record has no files')
    const forger = createSealer({
      sealKey: await makeSealKey('Forger', new Date()),
      clock: test.clock,
      threads: 1,
    })
    const { signature: _, ...payload } = JSON.parse(Buffer.from(genuine).toString('utf8'))
    payload.facts.auditTrail[1].actor = 'creator'
    const forged = Buffer.from(
      JSON.stringify({ ...payload, signature: await forger.sign(writeCanonicalJson(payload)) }),
    )
    await forger.close()
    const sha256 = createHash('sha256').update(forged).digest('hex')
    try {
      await storage.put(address, forged)
      const { seals } = await whenDone((tx) =>
        tx.run(sql`UPDATE sealed_documents SET json_sha256 = ${sha256} WHERE verification_id = ${sealed}`),
      )
      expect(seals).toMatchObject({
        verificationId: sealed,
        reason: 'its JSON copy is not the one that was signed',
      })
      await storage.put(address, genuine)
      await storage.remove(pdfAddress)
      expect((await whenDone(async () => {})).seals).toMatchObject({
        reason: 'the storage does not have both its files',
      })
    } finally {
      await storage.put(address, genuine)
      await storage.put(pdfAddress, pdf)
    }
  })
})

describe('a change that no internal check can detect', () => {
  const rollBack = async (tx: Transaction) => {
    await tx.run(sql`DELETE FROM sealed_documents WHERE verification_id = ${last}`)
    await tx.run(sql`DELETE FROM transparency_heads WHERE size = 4`)
    await tx.run(
      sql`DELETE FROM transparency_nodes WHERE level = 0 AND index = 3 OR level = 1 AND index = 1 OR level = 2`,
    )
    await cut(tx, last, 'sealed')
  }

  it('is one to a trail that was never sealed, which the report counts', async () => {
    const backdate = (entry: AuditEntry) => ({ ...entry, at: entry.at.replace('2026', '2025') })
    expect(await whenDone((tx) => recompute(tx, pending, backdate))).toEqual(sound)
    expect((await verifySeals(test.database, witnesses)).unsealed).toMatchObject({
      verifications: 1,
      rows: 2,
    })
  })

  it('is a rollback of the whole log, unless a head was kept elsewhere', async () => {
    expect(await whenDone(rollBack)).toEqual(sound)
    expect((await whenDone(rollBack, head)).seals).toEqual({
      verificationId: null,
      what: 'the log',
      reason: 'it did not grow out of the head that you kept',
    })
  })
})
