/** Names what the bytes are, authenticated with them: the same names must be given to open them. */
export type EncryptionContext = Record<string, string>

/**
 * Authenticated encryption at rest. Works off the event loop; bytes in a SharedArrayBuffer get there without a copy.
 */
export type Encryption = {
  /** Throws KeyServiceUnavailable, as `open` does, where a key service keeps the key and gives none. */
  seal(plaintext: Uint8Array, context: EncryptionContext): Promise<Uint8Array>
  /** The whole plaintext, only after the final check. Throws when bytes or context differ from what was sealed. */
  open(ciphertext: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
}

/** The same, for the change of its key. */
export type ResealingEncryption = Encryption & {
  /** The same sealed with the present key; null where that sealed it. Throws as `open` does. */
  reseal(ciphertext: Uint8Array, context: EncryptionContext): Promise<Uint8Array | null>
}

/**
 * The key service gives no key at the moment: it is away, silent, in trouble, or does not let us. Nothing is known of
 * the file. `cause` has the name and code of what it or the network said.
 */
export class KeyServiceUnavailable extends Error {
  override readonly name = 'KeyServiceUnavailable'
  constructor({ name, code }: { name: string; code: string | null }) {
    super('the key service is not available', {
      cause: Object.assign(new Error('the key service said so'), { name, ...(code ? { code } : {}) }),
    })
  }
}
