import { createHash } from 'node:crypto'
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

/**
 * Encrypts the content into a new file and syncs it to disk. Removes the file when it can't be written completely.
 * Returns the size and the SHA-256 of the encrypted bytes.
 */
export async function writeEncrypted(
  encrypter: Encrypter,
  content: AsyncIterable<Uint8Array>,
  file: string,
): Promise<{ size: number; sha256: string }> {
  // The stream types of the web and of Node differ only in name.
  const plain = Readable.toWeb(Readable.from(content, { objectMode: false }))
  const measure = createMeasure()
  try {
    const encrypted = await encrypter.encrypt(plain as unknown as globalThis.ReadableStream<Uint8Array>)
    await pipeline(
      Readable.fromWeb(encrypted as unknown as ReadableStream),
      measure.pass,
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    )
    return measure.read()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** A file of a set that can't be restored: it is missing, or isn't what was written. The message has no full stop. */
export class DamagedFile extends Error {}

/**
 * Decrypts a file and passes its content to `take`, each chunk authenticated. With `sha256`, the encrypted bytes must
 * have that hash; `take` has then read them already. Throws a DamagedFile when the file is missing or unreadable, was
 * changed in any byte, or was encrypted to another key.
 */
export async function readEncrypted(
  decrypter: Decrypter,
  file: string,
  take: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  { sha256 }: { sha256?: string | undefined } = {},
): Promise<void> {
  const measure = createMeasure()
  try {
    const source = Readable.from(measure.pass(createReadStream(file)), { objectMode: false })
    const plain = await decrypter.decrypt(
      Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>,
    )
    await take(Readable.fromWeb(plain as unknown as ReadableStream))
  } catch (cause) {
    const { code, syscall, path } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' && path === file)
      throw new DamagedFile(`${file} is missing in the backup`, { cause })
    // System errors, such as a full disk. A bad sector is damage.
    if (syscall && syscall !== 'read') throw cause
    throw new DamagedFile(`${file} was damaged, or is for another key`, { cause })
  }
  if (sha256 && measure.read().sha256 !== sha256)
    throw new DamagedFile(`${file} was changed while it was read`)
}

/** Counts and hashes the bytes that pass. Call `read` once, after the last byte. */
export function createMeasure() {
  const hash = createHash('sha256')
  let size = 0
  return {
    async *pass(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        size += chunk.length
        hash.update(chunk)
        yield chunk
      }
    },
    read: () => ({ size, sha256: hash.digest('hex') }),
  }
}
