import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLocalHelp } from './local-help.ts'
import { folderForFile } from './testing/temporary-folder.ts'
import { testAppForFile } from './testing/test-app.ts'

const folder = folderForFile()
const entry = {
  country: 'GB',
  name: 'Example Helpline',
  contact: '0000 000 000',
  source: 'https://help.example/contact',
  readOn: '2026-11-26',
}

async function read(text: string) {
  const file = join(folder, 'help.json')
  await writeFile(file, text)
  return readLocalHelp(file)
}

it('is read from the operator’s file, and empty without one (NO-7)', async () => {
  expect(await readLocalHelp(null)).toEqual([])
  const { country, name, contact } = entry
  expect(await read(JSON.stringify([entry]))).toEqual([{ country, name, contact }])
})

it.each([
  ['no source', { source: undefined }],
  ['a source that is no address', { source: 'a friend' }],
  ['no day on which it was read', { readOn: undefined }],
  ['a country that is none', { country: 'Britain' }],
])('prevents the start if an entry has %s (NO-7)', async (_, change) => {
  await expect(read(JSON.stringify([{ ...entry, ...change }]))).rejects.toThrow(
    /is not a list of .* correct it at 0\./,
  )
})

it('prevents the start if the file can’t be read or parsed (NO-7)', async () => {
  await expect(readLocalHelp(join(folder, 'none'))).rejects.toThrow('LOCAL_HELP_FILE names')
  await expect(read('{')).rejects.toThrow('correct it at its beginning')
})

const test = testAppForFile({
  localHelp: [{ country: 'GB', name: 'Example Helpline', contact: '0000 000 000' }],
})

it('is public, without its sources (NO-7)', async () => {
  const answer = await test.app.request('/api/local-help')
  expect(await answer.json()).toEqual({
    help: [{ country: 'GB', name: 'Example Helpline', contact: '0000 000 000' }],
  })
})
