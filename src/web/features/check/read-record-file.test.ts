import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkCodeIn, readRecordFile } from './read-record-file.ts'

const code = 'AbCdEfGhIjKlMnOpQr-_tu'

describe('what is read of a file', () => {
  it('is its fingerprint and the code in it', async () => {
    const bytes = Buffer.from(`%PDF-1.7 /Keywords (https://assent.example/check#${code}) \xff\xfe`, 'latin1')
    expect(await readRecordFile(new Blob([bytes]))).toEqual({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      checkCode: code,
    })
  })

  it('is the fingerprint alone where there is no code', async () => {
    expect(await readRecordFile(new Blob(['a holiday photo']))).toEqual({
      sha256: createHash('sha256').update('a holiday photo').digest('hex'),
    })
  })

  it('takes nothing for a code that is longer or shorter than one', () => {
    expect(checkCodeIn(`/check#${code}x`)).toBeNull()
    expect(checkCodeIn(`/check#${code.slice(1)}`)).toBeNull()
    expect(checkCodeIn(`/check#${code}`)).toBe(code)
  })
})
