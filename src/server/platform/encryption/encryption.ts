/** Names what the bytes are, authenticated with them: the same names must be given to open them. */
export type EncryptionContext = Record<string, string>

/** Authenticated encryption at rest. Works off the event loop; bytes in a SharedArrayBuffer get there without a copy. */
export type Encryption = {
  seal(plaintext: Uint8Array, context: EncryptionContext): Promise<Uint8Array>
  /** The whole plaintext, only after the final check. Throws when bytes or context differ from what was sealed. */
  open(ciphertext: Uint8Array, context: EncryptionContext): Promise<Uint8Array<ArrayBuffer>>
}
