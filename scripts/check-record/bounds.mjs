// Bounds: a file decides how much there is to do, and a forged one would have this run for days (docs/record-format.md)
import crypto from 'node:crypto'
import fs from 'node:fs/promises'

export const failures = []
export const say = (isRight, what) => {
  console.log(`${isRight ? 'ok  ' : 'BAD '} ${what}`)
  if (!isRight) failures.push(what)
}

/** What no record comes near, for the whole of a run. */
export const left = {
  signatures: 2_000,
  // Values of DER that are read, of any type.
  values: 20_000_000,
  // Bytes that are hashed, or looked through a second time.
  bytes: 2 ** 31,
}
export const most = {
  fileBytes: 16 * 2 ** 20,
  jsonBytes: 4 * 2 ** 20,
  answerMs: 30_000,
  objects: 20_000,
  // Of one object that is searched.
  objectBytes: 20_000,
  revisions: 64,
  storedValues: 500,
  certificates: 300,
  rsaBits: 8192,
  oidBytes: 64,
}

/** A refusal for size alone. It must not be swallowed by a catch. */
class TooMuch extends Error {
  constructor(what) {
    super(`${what}: more than any record has, and nothing more was looked at`)
  }
}

/** Takes from what a run may do, before it is done. */
export function spend(what, amount = 1) {
  left[what] -= amount
  if (left[what] < 0) throw new TooMuch(`there is too much to look at (${what})`)
}

export function atMost(number, limit, what) {
  if (number > limit) throw new TooMuch(`${what} (${number}, and at most ${limit})`)
}

/** What `read` answers, or `otherwise` where the bytes cannot be read. */
export function orElse(otherwise, read) {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMuch) throw error
    return otherwise
  }
}

/** A file of a bounded size: no pipe and no device, which have no end. */
export async function readBounded(path, limit = most.fileBytes) {
  const found = await fs.stat(path)
  if (!found.isFile()) throw new Error(`${path} is not a file`)
  atMost(found.size, limit, `${path} is too long`)
  return fs.readFile(path)
}

export const readText = async (path) => (await readBounded(path, most.jsonBytes)).toString('utf8')

/**
 * Node's own, each counted: with a key of more bits one of them takes seconds, and a forged file can ask for thousands.
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
  if (!bearableKeys.includes(type)) throw new TooMuch(`a key is of a kind that no seal has (${type})`)
  atMost(details?.modulusLength ?? 0, most.rsaBits, 'a key has too many bits')
}

export const notChecked = (what) => console.log(`--   not checked: ${what}`)
export const note = (what) => console.log(`NOTE ${what}`)
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
