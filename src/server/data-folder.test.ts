import { describe, expect, it } from 'vitest'
import { explainFullDisk } from './data-folder.ts'
import { StartupError } from './platform/startup-error.ts'

const MB = 1024 * 1024
const diskWith = (freeBytes: number) => ({ measureRoom: async () => ({ freeBytes, totalBytes: 1000 * MB }) })
const explain = async (error: unknown, freeBytes: number) => {
  const explained = await explainFullDisk(error, '/data', diskWith(freeBytes))
  return explained instanceof StartupError ? explained.message : explained
}
const full = 'The disk of DATA_DIR /data is full: make room there, then start again.'

describe('a start that failed', () => {
  it('is explained by a full disk if the disk is full (RUN-50)', async () => {
    expect(await explain(new Error('other'), 15 * MB)).toBe(full)
    expect(await explain(new StartupError('The database did not start.'), 15 * MB)).toBe(
      `The database did not start. ${full}`,
    )
  })

  it.each([
    ['the system', Object.assign(new Error('write'), { code: 'ENOSPC' })],
    ['PostgreSQL', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['initdb', new Error('initdb ended with 1: could not write to file: No space left on device')],
    ['a cause', new Error('outer', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) })],
  ])(
    'is explained by a full disk if %s said so, also when there is room again (RUN-50)',
    async (_, error) => {
      expect(await explain(error, 100 * MB)).toBe(full)
    },
  )

  it('keeps its own reason if there is room (RUN-50)', async () => {
    const error = new Error('other')
    expect(await explain(error, 17 * MB)).toBe(error)
  })
})
