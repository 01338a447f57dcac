import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLogWitnesses } from './outside-services.ts'
import { folderForFile } from './testing/temporary-folder.ts'

const key = 'witness.example/w1+c5f518d6+BI8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ'
const logKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'

const folder = folderForFile()

async function read(text: string) {
  const file = join(folder, 'witnesses')
  await writeFile(file, text)
  return readLogWitnesses(file)
}

it('reads the witnesses of a policy file, and skips its other lines (LOG-7)', async () => {
  expect(await readLogWitnesses(null)).toEqual([])
  const policy = `# ours\nlog ${logKey} https://assent.example\n\n  witness W1\t${key}  https://witness.example/\nquorum W1\n`
  expect(await read(policy)).toMatchObject([
    {
      name: 'W1',
      verifierKey: key,
      url: 'https://witness.example',
      key: { name: 'witness.example/w1', type: 'cosignature' },
    },
  ])
})

it.each([
  ['witness W1', 'no key'],
  [`witness W1 ${logKey} https://witness.example`, 'the key of a log'],
  [`witness W1 ${key.replace('c5f518d6', '00000000')} https://witness.example`, 'a key with another id'],
  [`witness W1 ${key}`, 'no address'],
  [`witness W1 ${key} ftp://witness.example`, 'an address that is not http'],
])('prevents the start with a sentence that names the witness: %s (%s) (LOG-7)', async (line) => {
  await expect(read(`${line}\n`)).rejects.toThrow(
    /does not say who the witness "W1" is: write "witness NAME KEY URL"/,
  )
})

it('prevents the start if the file is missing (LOG-7)', async () => {
  await expect(readLogWitnesses(join(folder, 'none'))).rejects.toThrow('LOG_WITNESSES_FILE names')
})

it('prevents the start at an unknown keyword, such as a misspelt one (LOG-7)', async () => {
  await expect(read(`# ours\nlog ${logKey}\nwittness W1 ${key} https://witness.example\n`)).rejects.toThrow(
    'has a line that begins with "wittness"',
  )
})
