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
import type { EncryptionContext } from './encryption.ts'
import type { KeyServiceFault } from './key-service.ts'

/** 32 bytes, and the name that they have in the header of what they sealed: none for an installation's first key. */
export type NamedKey = { name?: string | undefined; key: Uint8Array }

/** Neither may begin with the other: a keyring takes what begins with its name for its own. */
const nameOf = ({ name = 'document-key' }: NamedKey) => name

/**
 * The key that protects each file's data key, with former ones that open what they sealed; or the id (ARN) of a key
 * that stays in the key service.
 */
export type WrappingKey = (NamedKey & { former?: NamedKey[] }) | { kmsKeyId: string; silentMs?: number }

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

type Work = (keyrings: { seals: KeyringNode; opens: KeyringNode }) => Promise<Uint8Array<ArrayBuffer>>
type WithKeyring = (work: Work) => Promise<SealResult>

async function chooseKeyring(): Promise<WithKeyring> {
  if ('kmsKeyId' in wrappingKey) {
    // With the whole client of the key service, which a key file does without.
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
    keyName: nameOf(named),
    // The keyring insists on memory that it does not share with anything.
    unencryptedMasterKey: new Uint8Array(named.key),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  })
}

const wrappingKey = workerData as WrappingKey
const withKeyring = await chooseKeyring()

// A copy owns its memory, so that it can be moved to the caller instead of copied once more.
const moveCopy = (bytes: Uint8Array) => move(new Uint8Array(bytes)) as Uint8Array<ArrayBuffer>

export function seal({ bytes, context }: SealTask): Promise<SealResult> {
  return withKeyring(async ({ seals }) => moveCopy(await encryptFor(seals, bytes, context)))
}

async function encryptFor(keyring: KeyringNode, bytes: Uint8Array, context: EncryptionContext) {
  const { result } = await encrypt(keyring, new Uint8Array(bytes), {
    // A reader of the store can also write here, so a signature over each file would prove nothing more.
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

/** No bytes where the present key sealed it, which its header says. */
export function reseal({ bytes, context }: SealTask): Promise<SealResult> {
  return withKeyring(async ({ seals, opens }) => {
    const { plaintext, messageHeader } = await decryptWith(opens, bytes, context)
    const [sealedWith] = messageHeader.encryptedDataKeys
    const isCurrent = 'kmsKeyId' in wrappingKey || sealedWith?.providerInfo.startsWith(nameOf(wrappingKey))
    return moveCopy(isCurrent ? new Uint8Array() : await encryptFor(seals, plaintext, context))
  })
}

/** Empty: the thread has loaded everything above by then. */
export function warmUp(): void {}
