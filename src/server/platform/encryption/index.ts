import { startThreads } from '../threads/index.ts'
import { getKeyName, KeyServiceUnavailable, type ResealingEncryption } from './encryption.ts'
import type { SealResult, SealTask, WrappingKey } from './seal-worker.ts'

export { type Encryption, KeyServiceUnavailable, type ResealingEncryption } from './encryption.ts'
export type { NamedKey, WrappingKey } from './seal-worker.ts'

/**
 * How many files may be sealed or opened at the same time; the others wait. One thread leaves a core to the event loop.
 */
const threads = 1

/** Waiting for the key service takes no CPU time, and a silent service must not block the whole queue. */
const maxConcurrentRequests = 32

/**
 * Encrypts with the AWS Encryption SDK's committing suite (message format 2, AES-256-GCM, HKDF, key commitment) in a
 * worker thread.
 *
 * `warmUp` starts the thread ahead of the first task, without waiting for it.
 *
 * @param wrappingKey 32 key bytes with their name, or the id (ARN) of a KMS key, that wrap each file's own data key
 */
export function createEncryption(
  wrappingKey: WrappingKey,
): ResealingEncryption & { warmUp(): void; close(): Promise<void> } {
  if ('key' in wrappingKey)
    for (const { key } of [wrappingKey, ...(wrappingKey.former ?? [])])
      if (key.byteLength !== 32) throw new Error('the document key must have 32 bytes')
  const pool = startThreads<SealTask | undefined, SealResult>(new URL('./seal-worker.ts', import.meta.url), {
    workerData: wrappingKey,
    maxThreads: threads,
    concurrentTasksPerWorker: 'key' in wrappingKey ? 1 : maxConcurrentRequests,
  })
  return {
    keyName: 'key' in wrappingKey ? getKeyName(wrappingKey) : 'key-service',
    seal: async (bytes, context) => getBytes(await pool.run({ bytes, context }, { name: 'seal' })),
    open: async (bytes, context) => getBytes(await pool.run({ bytes, context }, { name: 'open' })),
    async reseal(bytes, context) {
      const sealed = getBytes(await pool.run({ bytes, context }, { name: 'reseal' }))
      return sealed.byteLength === 0 ? null : sealed
    },
    warmUp() {
      // The next call to seal or open gets the error.
      pool.run(undefined, { name: 'warmUp' }).catch(() => {})
    },
    close: () => pool.destroy(),
  }
}

function getBytes(result: SealResult): Uint8Array<ArrayBuffer> {
  if ('keyServiceFault' in result) throw new KeyServiceUnavailable(result.keyServiceFault)
  return result
}
