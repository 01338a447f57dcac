import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartupError } from '../startup-error.ts'

/** Encrypts to a public key (age-encryption.org/v1). Throws a StartupError when `recipient` isn't a valid one. */
export function createEncrypter(recipient: string): Encrypter {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch (cause) {
    throw new StartupError(
      'BACKUP_RECIPIENT is not a public key of age: set it to what "age-keygen -y" prints for your key file.',
      { cause },
    )
  }
  return encrypter
}

/** Decrypts with the private keys in a file written by age-keygen. Throws a StartupError when the file has none. */
export async function readIdentity(file: string): Promise<Decrypter> {
  const decrypter = new Decrypter()
  try {
    const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
    const keys = lines.filter((line) => line && !line.startsWith('#'))
    for (const key of keys) decrypter.addIdentity(key)
    if (keys.length > 0) return decrypter
  } catch (cause) {
    throw new StartupError(`${file} is no key file of age-keygen, or cannot be read.`, { cause })
  }
  throw new StartupError(`${file} has no private key: name the file that age-keygen wrote.`)
}

/** Encrypts the content into a new file and syncs it to disk. Removes the file when it can't be written completely. */
export async function writeEncrypted(
  encrypter: Encrypter,
  content: AsyncIterable<Uint8Array>,
  file: string,
): Promise<void> {
  // The stream types of the web and of Node differ only in name.
  const plain = Readable.toWeb(Readable.from(content, { objectMode: false }))
  try {
    const encrypted = await encrypter.encrypt(plain as unknown as globalThis.ReadableStream<Uint8Array>)
    await pipeline(
      Readable.fromWeb(encrypted as unknown as ReadableStream),
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    )
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/**
 * Decrypts a file and passes its content to `take`, each chunk authenticated. Throws a StartupError that names the file
 * when it is missing, was changed in any byte, or was encrypted to another key.
 */
export async function readEncrypted(
  decrypter: Decrypter,
  file: string,
  take: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  try {
    const encrypted = Readable.toWeb(createReadStream(file))
    const plain = await decrypter.decrypt(encrypted as unknown as globalThis.ReadableStream<Uint8Array>)
    await take(Readable.fromWeb(plain as unknown as ReadableStream))
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    const code = cause instanceof Error && 'errno' in cause && 'code' in cause ? cause.code : null
    if (code === 'ENOENT') throw new StartupError(`${file} is missing in the backup.`, { cause })
    // System errors: disk full, permission denied.
    if (code) throw cause
    throw new StartupError(`${file} was damaged, or is for another key: restore another backup.`, { cause })
  }
}
