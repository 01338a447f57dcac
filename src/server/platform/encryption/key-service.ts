import { KMS, KmsKeyringNode, type KmsNodeClientSupplier } from '@aws-crypto/kms-keyring-node'
import type { KeyringNode } from '@aws-crypto/material-management-node'

/** The name and code of the SDK's or operating system's error, without anything from the request. */
export type KeyServiceFault = { keyServiceFault: { name: string; code: string | null } }

/** A person waits for this, and then for the store: two unanswered attempts end within seven seconds. */
const patience = { silentMs: 3000, attempts: 2 }

/**
 * The service's errors for a data key that belongs to another key or to another place (AWS KMS, API reference,
 * Decrypt). All other errors concern the service or the request.
 */
const fileFaultNames = new Set(['InvalidCiphertextException', 'IncorrectKeyException'])

/** Gives each task its own keyring, which records the service's error: the SDK turns it into text. */
export function createKeyService({
  kmsKeyId,
  silentMs = patience.silentMs,
}: {
  kmsKeyId: string
  silentMs?: number
}) {
  const clients = new Map<string, KMS>()
  const createClient = (region: string) => {
    const known = clients.get(region)
    if (known) return known
    const requestHandler = { connectionTimeout: silentMs, socketTimeout: silentMs }
    const client = new KMS({ region, maxAttempts: patience.attempts, requestHandler })
    clients.set(region, client)
    return client
  }

  return async <T>(work: (keyring: KeyringNode) => Promise<T>): Promise<T | KeyServiceFault> => {
    let fault: KeyServiceFault | null = null
    const noteFault = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      try {
        return await answer
      } catch (error) {
        fault ??= findFault(error)
        throw error
      }
    }
    const keyring = new KmsKeyringNode({
      generatorKeyId: kmsKeyId,
      clientProvider(region) {
        const client = createClient(region)
        const noted = {
          generateDataKey: (asked: Parameters<KMS['generateDataKey']>[0]) =>
            noteFault(client.generateDataKey(asked)),
          decrypt: (asked: Parameters<KMS['decrypt']>[0]) => noteFault(client.decrypt(asked)),
        }
        // The encryption SDK's types expect an older client and a call that isn't used with one key.
        return noted as unknown as ReturnType<KmsNodeClientSupplier>
      },
    })
    try {
      return await work(keyring)
    } catch (error) {
      if (fault) return fault
      throw error
    }
  }
}

function findFault(error: unknown): KeyServiceFault | null {
  const { name, code } =
    error instanceof Error ? (error as Error & { code?: unknown }) : { name: typeof error }
  if (fileFaultNames.has(name)) return null
  return { keyServiceFault: { name, code: typeof code === 'string' ? code : null } }
}
