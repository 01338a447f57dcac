import { workerData } from 'node:worker_threads'
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import {
  AlgorithmSuiteIdentifier,
  CommitmentPolicy,
  type KeyringNode,
  MultiKeyringNode,
} from '@aws-crypto/material-management-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { move } from 'piscina'
import { type EncryptionContext, getKeyName } from './encryption.ts'
import type { KeyServiceFault } from './key-service.ts'

/** 32 bytes, and their name in the header of sealed files; an installation's first key has none. */
export type NamedKey = { name?: string | undefined; key: Uint8Array }

/**
 * The key that wraps each file's data key, with former keys for opening older files; or the id (ARN) of a key that
 * stays in the key service.
 */
export type WrappingKey = (NamedKey & { former?: NamedKey[] }) | { kmsKeyId: string; silentMs?: number }

/** Bytes, or the reason why the key service gave no key; an error would lose its class between the threads. */
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

type Work = (keyrings: { seals: KeyringNode; opens: KeyringNode }) => Promise<Uint8Array<ArrayBuffer>>
type WithKeyring = (work: Work) => Promise<SealResult>

async function chooseKeyring(): Promise<WithKeyring> {
  if ('kmsKeyId' in wrappingKey) {
    // Imported only here: a key file doesn't need the large client of the key service.
    const { createKeyService } = await import('./key-service.ts')
    const withService = createKeyService(wrappingKey)
    return (work) => withService((keyring) => work({ seals: keyring, opens: keyring }))
  }
  const [seals, ...former] = [wrappingKey, ...(wrappingKey.former ?? [])].map(makeKeyring)
  const opens = new MultiKeyringNode({ children: [seals, ...former].filter((one) => one !== undefined) })
  return (work) => work({ seals: seals ?? opens, opens })
}

function makeKeyring(named: NamedKey): KeyringNode {
  return new RawAesKeyringNode({
    keyNamespace: 'documents',
    keyName: getKeyName(named),
    // The keyring requires memory that it shares with nothing else.
    unencryptedMasterKey: new Uint8Array(named.key),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  })
}

const wrappingKey = workerData as WrappingKey
const withKeyring = await chooseKeyring()

// A copy owns its memory, so it can be moved to the caller without another copy.
const moveCopy = (bytes: Uint8Array) => move(new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>

export function seal({ bytes, context }: SealTask): Promise<SealResult> {
  return withKeyring(async ({ seals }) => moveCopy(await encryptFor(seals, bytes, context)))
}

async function encryptFor(keyring: KeyringNode, bytes: Uint8Array, context: EncryptionContext) {
  const { result } = await encrypt(keyring, new Uint8Array(bytes), {
    // A reader of the store can also write to it, so a signature on each file would prove nothing more.
    suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
    encryptionContext: context,
    frameLength: frameBytes,
    plaintextLength: bytes.byteLength,
  })
  return result
}

export function open({ bytes, context }: SealTask): Promise<SealResult> {
  return withKeyring(async ({ opens }) => moveCopy((await decryptWith(opens, bytes, context)).plaintext))
}

async function decryptWith(keyring: KeyringNode, bytes: Uint8Array, context: EncryptionContext) {
  const { plaintext, messageHeader } = await decrypt(keyring, bytes)
  const sealedFor = messageHeader.encryptionContext
  const wanted = Object.entries(context)
  if (
    wanted.length !== Object.keys(sealedFor).length ||
    wanted.some(([name, value]) => sealedFor[name] !== value)
  ) {
    throw new Error('the file was sealed for another place')
  }
  return { plaintext, messageHeader }
}

/** Returns no bytes when the header names the current key. */
export function reseal({ bytes, context }: SealTask): Promise<SealResult> {
  return withKeyring(async ({ seals, opens }) => {
    const { plaintext, messageHeader } = await decryptWith(opens, bytes, context)
    const [sealedWith] = messageHeader.encryptedDataKeys
    const isCurrent =
      'kmsKeyId' in wrappingKey || sealedWith?.providerInfo.startsWith(getKeyName(wrappingKey))
    return moveCopy(isCurrent ? new Uint8Array() : await encryptFor(seals, plaintext, context))
  })
}

/** Empty: the thread has loaded the modules above by then. */
export function warmUp(): void {}
