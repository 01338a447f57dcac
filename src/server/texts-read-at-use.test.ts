import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, 'testing', 'texts-read-at-load.ts')

it('no module of the server keeps a text from the time when it was loaded (WORDS-2)', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  expect(JSON.parse(stdout)).toEqual(['server/testing/kept-text.ts:4'])
})
