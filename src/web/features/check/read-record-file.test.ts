import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findCheckCode, readRecordFile } from './check-result.tsx'

const code = 'AbCdEfGhIjKlMnOpQr-_tu'

describe('reading a file', () => {
  it('returns its fingerprint and its code', async () => {
    const bytes = Buffer.from(`%PDF-1.7 /Keywords (https://assent.example/check#${code}) \xff\xfe`, 'latin1')
    expect(await readRecordFile(new Blob([bytes]))).toEqual({
      asked: { sha256: createHash('sha256').update(bytes).digest('hex'), checkCode: code },
      states: null,
      isPicture: false,
      isPdf: true,
    })
  })

  it('returns only the fingerprint where there is no code', async () => {
    expect(await readRecordFile(new Blob(['a holiday photo']))).toEqual({
      asked: { sha256: createHash('sha256').update('a holiday photo').digest('hex') },
      states: null,
      isPicture: false,
      isPdf: false,
    })
  })

  it("also returns a JSON file's statements about how each fact is known (EVIDENCE-4)", async () => {
    const known = [{ fact: 'age', party: 'creator', step: 'declared', at: '2026-11-20T09:30:00.000Z' }]
    const facts = {
      format: 'sealed-record/3',
      document: 'record',
      known,
      sources: { creator: [], thirdParty: [] },
    }
    const readStates = async (stated: object) =>
      (await readRecordFile(new Blob([JSON.stringify({ facts: stated })]))).states
    expect(await readStates(facts)).toEqual({
      known,
      sources: facts.sources,
      shared: [],
      format: 'sealed-record/3',
    })
    // Read in its own words.
    expect((await readStates({ ...facts, format: 'sealed-record/2' }))?.format).toBe('sealed-record/2')
    const odd = [{ oddity: 'same_file', files: [] }, { oddity: 'same_network' }]
    expect((await readStates({ ...facts, odd }))?.shared).toEqual(['same_network'])
    expect(await readStates({ ...facts, format: 'sealed-record/9' })).toBeNull()
    expect(await readStates({ ...facts, document: 'withdrawal' })).toBeNull()
    expect((await readRecordFile(new Blob(['{"facts":']))).states).toBeNull()
  })

  it('ignores a code that is too long or too short', () => {
    expect(findCheckCode(`/check#${code}x`)).toBeNull()
    expect(findCheckCode(`/check#${code.slice(1)}`)).toBeNull()
    expect(findCheckCode(`/check#${code}`)).toBe(code)
  })
})
