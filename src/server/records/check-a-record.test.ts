import { describe, expect, it } from 'vitest'
import { type CheckAnswer, checkAnswerSchema } from '../../contract/record.ts'
import { postJson, readAnswer } from '../testing/people.ts'
import { fetchBytes, sealingForFile, sealRecord, sha256, viewRecord, withdraw } from '../testing/records.ts'

const { test, ada } = sealingForFile()

/** The response of the check to a hash or a code. */
async function askTheCheck(asked: { sha256?: string; checkCode?: string }): Promise<CheckAnswer> {
  return checkAnswerSchema.parse(await readAnswer(postJson(test, '/api/check', asked)))
}

describe('the check', () => {
  it('recognises an unchanged record of this service and its JSON twin by the hash (RECORD-15)', async () => {
    const { id } = await sealRecord(test, ada)
    const expected = {
      result: 'genuine',
      document: 'record',
      timestamp: 'none',
      withdrawnAt: null,
      hasNewerRevision: false,
    }
    for (const file of ['record.pdf', 'record.json']) {
      expect(await askTheCheck({ sha256: sha256(await fetchBytes(test, id, file, ada)) })).toMatchObject(
        expected,
      )
    }
  })

  it('reports one flipped byte or an appended page as changed, if the code is given (RECORD-15)', async () => {
    const { id } = await sealRecord(test, ada)
    const pdf = await fetchBytes(test, id, 'record.pdf', ada)
    const [, checkCode = ''] = (await viewRecord(test, id, ada)).checkUrl.split('#')
    expect(Buffer.from(pdf).toString('latin1')).toContain(checkCode)
    const flipped = new Uint8Array(pdf)
    flipped[1000] = (flipped[1000] ?? 0) ^ 1
    const appended = Buffer.concat([pdf, Buffer.from('%page')])
    for (const doctored of [flipped, appended]) {
      expect(await askTheCheck({ sha256: sha256(doctored), checkCode })).toMatchObject({
        result: 'changed',
      })
      expect(await askTheCheck({ sha256: sha256(doctored) })).toEqual({ result: 'unknown' })
    }
    expect(await askTheCheck({ checkCode })).toMatchObject({ result: 'exists' })
  })

  it('reports that consent was withdrawn since, and when (RECORD-15)', async () => {
    const { id } = await sealRecord(test, ada)
    const hash = sha256(await fetchBytes(test, id, 'record.pdf', ada))
    test.clock.advance(60_000)
    await withdraw(test, id, ada)
    expect(await askTheCheck({ sha256: hash })).toMatchObject({
      result: 'genuine',
      withdrawnAt: test.clock.now().toISOString(),
    })
  })

  it('returns no personal data (RECORD-15)', async () => {
    const { id } = await sealRecord(test, ada)
    const answer = await askTheCheck({ sha256: sha256(await fetchBytes(test, id, 'record.pdf', ada)) })
    expect(Object.keys(answer).sort()).toEqual([
      'archived',
      'document',
      'hasNewerRevision',
      'result',
      'seal',
      'sealedAt',
      'timestamp',
      'timestampAt',
      'validUntil',
      'withdrawnAt',
    ])
  })

  it('does not recognise foreign files, and refuses an invalid hash', async () => {
    expect(await askTheCheck({ sha256: 'a'.repeat(64) })).toEqual({ result: 'unknown' })
    expect(await askTheCheck({ checkCode: 'A'.repeat(22) })).toEqual({ result: 'unknown' })
    for (const body of [{}, { sha256: 'A'.repeat(64) }, { checkCode: "x' OR 1=1" }]) {
      expect((await postJson(test, '/api/check', body)).status).toBe(400)
    }
  })
})
