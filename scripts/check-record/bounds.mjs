// Bounds: the amount of work depends on the file, and without bounds a forged file could take days
// (docs/record-format.md)
import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import { Fault, say } from './say.mjs'

export const failures = []

/** Prints a line: its label, in a column as wide as the longest one, and its text. */
const print = (label, what) => {
  const width = Math.max(...[say`ok`, say`BAD`, say`NOTE`].map(({ length }) => length))
  console.log(`${label.padEnd(width)} ${what}`)
}
export const report = (isRight, what) => {
  print(isRight ? say`ok` : say`BAD`, what)
  if (!isRight) failures.push(what)
}
export const notChecked = (what) => print('--', say`not checked: ${what}`)
export const note = (what) => print(say`NOTE`, what)
export const tell = (what) => print('', what)

/** The limits of a whole run, far above the needs of any record. */
export const left = {
  signatures: 2_000,
  // DER values of any type.
  values: 20_000_000,
  // Bytes that are hashed or searched again.
  bytes: 2 ** 31,
}
export const most = {
  fileBytes: 16 * 2 ** 20,
  jsonBytes: 4 * 2 ** 20,
  answerMs: 30_000,
  objects: 20_000,
  objectBytes: 20_000,
  revisions: 64,
  storedValues: 500,
  certificates: 300,
  rsaBits: 8192,
  oidBytes: 64,
}

/** An exceeded limit. A catch must not hide it. */
class TooMuch extends Fault {
  constructor(what) {
    super(say`${what}: more than any record has, and nothing more was looked at`)
  }
}

const spent = {
  signatures: () => say`there is too much to look at (signatures)`,
  values: () => say`there is too much to look at (values)`,
  bytes: () => say`there is too much to look at (bytes)`,
}

/** Counts work against the limits of the run, before the work is done. */
export function spend(what, amount = 1) {
  left[what] -= amount
  if (left[what] < 0) throw new TooMuch(spent[what]())
}

export function atMost(number, limit, what) {
  if (number > limit) throw new TooMuch(say`${what} (${number}, and at most ${limit})`)
}

/** The result of `read`, or `otherwise` if the bytes can't be parsed. */
export function orElse(otherwise, read) {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMuch) throw error
    return otherwise
  }
}

/** Reads a file of a limited size. Rejects pipes and devices, which may be endless. */
export async function readBounded(path, limit = most.fileBytes) {
  const found = await fs.stat(path).catch(({ code }) => {
    throw new Fault(say`${path} can’t be read (${code})`)
  })
  if (!found.isFile()) throw new Fault(say`${path} is not a file`)
  atMost(found.size, limit, say`${path} is too long`)
  return fs.readFile(path)
}

export const readText = async (path) => (await readBounded(path, most.jsonBytes)).toString('utf8')

/**
 * Node's signature checks, counted and with a limit on the key size: with larger keys one check takes seconds, and a
 * forged file can require thousands.
 */
export function verifies(algorithm, data, key, signature) {
  spend('signatures')
  spend('bytes', data.length)
  isBearable(key.key ?? key)
  return crypto.verify(algorithm, data, key, signature)
}

export function isSignedByKey(certificate, key) {
  spend('signatures')
  isBearable(key)
  return certificate.verify(key)
}

const bearableKeys = ['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448']

function isBearable({ asymmetricKeyType: type, asymmetricKeyDetails: details }) {
  if (!bearableKeys.includes(type)) throw new TooMuch(say`a key is of a kind that no seal has (${type})`)
  atMost(details?.modulusLength ?? 0, most.rsaBits, say`a key has too many bits`)
}

export function digest(algorithm, ...parts) {
  const hash = crypto.createHash(algorithm)
  for (const part of parts) {
    spend('bytes', part.length)
    hash.update(part)
  }
  return hash.digest()
}
export const sha256 = (...parts) => digest('sha256', ...parts).toString('hex')
export const bytes = (hex) => Buffer.from(hex, 'hex')
export const hasExactly = (object, ...names) =>
  Object.keys(Object(object)).sort().join() === names.sort().join()
