import { workerData } from 'node:worker_threads'
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import {
  AlgorithmSuiteIdentifier,
  CommitmentPolicy,
  type KeyringNode,
} from '@aws-crypto/material-management-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { move } from 'piscina'
import type { EncryptionContext } from './encryption.ts'
import type { KeyServiceFault } from './key-service.ts'

/** The key that protects each file's data key: 32 bytes, or the id (ARN) of a key that stays in the key service. */
export type WrappingKey = { key: Uint8Array } | { kmsKeyId: string; silentMs?: number }

/** Bytes, or why the key service gave no key; an error would lose its kind between the threads. */
export type SealResult = Uint8Array<ArrayBuffer> | KeyServiceFault

export type SealTask = { bytes: Uint8Array; context: EncryptionContext }

/** With the SDK's default of 4 kB, sealing is six times slower (measured: 226 against 1,486 MB/s). */
const frameBytes = 64 * 1024

const options = {
  commitmentPolicy: CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT,
  maxEncryptedDataKeys: 1,
}
const { encrypt } = buildEncrypt(options)
const { decrypt } = buildDecrypt(options)

type WithKeyring = (work: (keyring: KeyringNode) => Promise<Uint8Array<ArrayBuffer>>) => Promise<SealResult>

async function chooseKeyring(wrappingKey: WrappingKey): Promise<WithKeyring> {
  if ('kmsKeyId' in wrappingKey) {
    // With the whole client of the key service, which a key file does without.
    const { createKeyService } = await import('./key-service.ts')
    return createKeyService(wrappingKey)
  }
  const keyring = new RawAesKeyringNode({
    keyNamespace: 'documents',
    keyName: 'document-key',
    // The keyring insists on memory that it does not share with anything.
    unencryptedMasterKey: new Uint8Array(wrappingKey.key),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  })
  return (work) => work(keyring)
}

const withKeyring = await chooseKeyring(workerData as WrappingKey)

// A copy owns its memory, so that it can be moved to the caller instead of copied once more.
const moveCopy = (bytes: Uint8Array) => move(new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>

export function seal({ bytes, context }: SealTask) {
  return withKeyring(async (keyring) => {
    const { result } = await encrypt(keyring, new Uint8Array(bytes), {
      // A reader of the store can also write here, so a signature over each file would prove nothing more.
      suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
      encryptionContext: context,
      frameLength: frameBytes,
      plaintextLength: bytes.byteLength,
    })
    return moveCopy(result)
  })
}

export function open({ bytes, context }: SealTask) {
  return withKeyring(async (keyring) => {
    const { plaintext, messageHeader } = await decrypt(keyring, bytes)
    const sealedFor = messageHeader.encryptionContext
    const wanted = Object.entries(context)
    if (
      wanted.length !== Object.keys(sealedFor).length ||
      wanted.some(([name, value]) => sealedFor[name] !== value)
    ) {
      throw new Error('the file was sealed for another place')
    }
    return moveCopy(plaintext)
  })
}

/** Empty: the thread has loaded everything above by then. */
export function warmUp(): void {}
