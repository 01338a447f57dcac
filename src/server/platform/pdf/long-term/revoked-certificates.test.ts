import { describe, expect, it } from 'vitest'
import { testAppForFile } from '../../../testing/test-app.ts'
import { sql } from '../../database/index.ts'
import { keepRevokedInDatabase, keepRevokedInMemory } from './revocation.ts'

const test = testAppForFile()
const name = (digit: string) => digit.repeat(64)
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute))

describe.each([
  ['in the database', () => keepRevokedInDatabase(test.database, test.clock)],
  ['in memory', keepRevokedInMemory],
])('revoked certificates, kept %s', (_, make) => {
  it('are those with a statement that says so (ARCHIVE-17)', async () => {
    const revoked = make()
    await revoked.note(name('a'), { status: 'revoked', at: at(0) })
    await revoked.note(name('b'), { status: 'held', at: at(0) })
    await revoked.note(name('c'), { status: 'good', at: at(0) })
    expect(await revoked.listAmong([name('a'), name('b'), name('c'), name('d')])).toEqual(
      new Map([
        [name('a'), 'revoked'],
        [name('b'), 'held'],
      ]),
    )
    expect(await revoked.listAmong([])).toEqual(new Map())
  })

  it('stay revoked forever (ARCHIVE-17)', async () => {
    const revoked = make()
    await revoked.note(name('e'), { status: 'revoked', at: at(0) })
    for (const status of ['good', 'held', 'revoked'] as const) {
      await revoked.note(name('e'), { status, at: at(9) })
      expect(await revoked.listAmong([name('e')])).toEqual(new Map([[name('e'), 'revoked']]))
    }
  })

  it('are released from a hold only by a statement later than the last hold (ARCHIVE-18)', async () => {
    const revoked = make()
    const state = async () => (await revoked.listAmong([name('f')])).get(name('f')) ?? 'good'
    await revoked.note(name('f'), { status: 'held', at: at(1) })
    for (const minute of [0, 1]) {
      await revoked.note(name('f'), { status: 'good', at: at(minute) })
      expect(await state()).toBe('held')
    }
    await revoked.note(name('f'), { status: 'held', at: at(5) })
    await revoked.note(name('f'), { status: 'held', at: at(3) })
    await revoked.note(name('f'), { status: 'good', at: at(4) })
    expect(await state()).toBe('held')
    await revoked.note(name('f'), { status: 'good', at: at(6) })
    expect(await state()).toBe('good')
    await revoked.note(name('f'), { status: 'held', at: at(7) })
    await revoked.note(name('f'), { status: 'revoked', at: at(2) })
    expect(await state()).toBe('revoked')
  })
})

it('refuses to undo a revocation in the database (ARCHIVE-17)', async () => {
  await keepRevokedInDatabase(test.database, test.clock).note(name('9'), { status: 'revoked', at: at(0) })
  for (const change of [
    sql`DELETE FROM revoked_certificates WHERE sha256 = ${name('9')}`,
    sql`UPDATE revoked_certificates SET is_held = true WHERE sha256 = ${name('9')}`,
  ])
    await expect(test.database.run(change)).rejects.toThrow('a certificate that was revoked stays so')
})
