import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { createNoteSigner, findCosignature, formatNote, parseVerifierKey, type VerifierKey } from './index.ts'

/** The example of the Go module golang.org/x/mod/sumdb/note, which defines the format. */
const published = {
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text:
    'If you think cryptography is the answer to your problem,\n' +
    "then you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
}

const parseKey = (text: string): VerifierKey => {
  const key = parseVerifierKey(text)
  if (!key) throw new Error('this is no key')
  return key
}
const pem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString()

/** Whether a line is a key's signature of a text, by the definition of the format. */
function isSigned(text: string, line: string, { name, id, publicKey }: VerifierKey): boolean {
  const [dash, signer, encoded = ''] = line.split(' ')
  const bytes = Buffer.from(encoded, 'base64')
  const isNamed = dash === '—' && signer === name && bytes.subarray(0, 4).equals(id)
  return isNamed && verify(null, Buffer.from(text), publicKey, bytes.subarray(4))
}

it('reads the keys of a published note, and writes notes in the same format (LOG-1)', () => {
  const key = parseKey(published.key)
  expect(isSigned(published.text, published.line, key)).toBe(true)
  expect(formatNote({ text: published.text, lines: [published.line] })).toBe(
    `${published.text}\n${published.line}\n`,
  )
})

it('signs notes that only its own key verifies, always with the same line (LOG-1)', () => {
  const sealKey = pem()
  const signer = createNoteSigner({ sealKey, name: 'assent.example/log' })
  const text = 'assent.example/log\n1\nAAAA\n'
  const line = signer.sign(text)
  expect(isSigned(text, line, parseKey(signer.verifierKey))).toBe(true)
  expect(createNoteSigner({ sealKey, name: signer.name }).sign(text)).toBe(line)
  for (const other of [
    createNoteSigner({ sealKey: pem(), name: signer.name }),
    createNoteSigner({ sealKey, name: 'elsewhere.example/log' }),
  ])
    expect(isSigned(text, line, parseKey(other.verifierKey))).toBe(false)
  // A signature of a note isn't a cosignature, for any type of key.
  expect(findCosignature({ text, lines: [line] }, parseKey(signer.verifierKey))).toBeNull()
})

it.each([
  ['no id', 'PeterNeumann+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
  ['an id of another name', published.key.replace('Peter', 'Paul')],
  ['an id of another key', published.key.replace('10TW', '10TX')],
  ['a type that is not known here', published.key.replace('ARpc', 'BRpc')],
  ['a name with a space', published.key.replace('Peter', 'Peter ')],
])('rejects a key with %s', (_, text) => {
  expect(parseVerifierKey(text)).toBeNull()
})
