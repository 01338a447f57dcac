/** Identifies the encrypted bytes and is authenticated with them: opening needs the same context. */
export type EncryptionContext = Record<string, string>

/**
 * Authenticated encryption at rest. Runs off the event loop; bytes in a SharedArrayBuffer are passed without a copy.
 */
export type Encryption = {
  /** The name of the document key that seals, which is no secret; `key-service` if a key service holds it. */
  readonly keyName: string
  /** Throws KeyServiceUnavailable, like `open`, when a key service holds the key and doesn't provide it. */
  seal(plaintext: Uint8Array, context: EncryptionContext): Promise<Uint8Array>
  /** Returns the whole plaintext after the final check. Throws when bytes or context differ from the sealed ones. */
  open(ciphertext: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The name of a document key in the header of sealed files. No name may be a prefix of another: a keyring accepts every
 * name that begins with its own.
 */
export function getKeyName({ name = 'document-key' }: { name?: string | undefined }): string {
  return name
}

/** Adds resealing, for key rotation. */
export type ResealingEncryption = Encryption & {
  /** The same content sealed with the current key; null when that key sealed it. Throws as `open` does. */
  reseal(ciphertext: Uint8Array, context: EncryptionContext): Promise<Uint8Array | null>
}

/**
 * The key service provides no key at the moment: it is down, silent, failing, or denies access. The state of the file
 * is unknown. `cause` has the name and code of the error from the service or the network.
 */
export class KeyServiceUnavailable extends Error {
  override readonly name = 'KeyServiceUnavailable'
  constructor({ name, code }: { name: string; code: string | null }) {
    super('the key service is not available', {
      cause: Object.assign(new Error('the key service said so'), { name, ...(code ? { code } : {}) }),
    })
  }
}
