import { startThreads } from '../threads/index.ts'
import type { Encryption } from './encryption.ts'
import type { SealTask, WrappingKey } from './seal-worker.ts'

/** How many files may be sealed or opened at the same time; the others wait. One leaves a core to the event loop. */
const threads = 1

/**
 * Encrypts with the AWS Encryption SDK's committing suite (message format 2, AES-256-GCM, HKDF, key commitment) in a worker thread.
 *
 * `warmUp` starts the thread before there is work for it, and does not wait for it.
 *
 * @param wrappingKey 32 key bytes, or the id (ARN) of a KMS key that wraps each file's own data key
 */
export function createEncryption(
  wrappingKey: WrappingKey,
): Encryption & { warmUp(): void; close(): Promise<void> } {
  if ('key' in wrappingKey && wrappingKey.key.byteLength !== 32) {
    throw new Error('the document key must have 32 bytes')
  }
  const pool = startThreads<SealTask | undefined, Uint8Array<ArrayBuffer>>(
    new URL('./seal-worker.ts', import.meta.url),
    {
      workerData: wrappingKey,
      maxThreads: threads,
    },
  )
  return {
    seal: (bytes, context) => pool.run({ bytes, context }, { name: 'seal' }),
    open: (bytes, context) => pool.run({ bytes, context }, { name: 'open' }),
    warmUp() {
      // Whoever seals or opens next is told what is wrong.
      pool.run(undefined, { name: 'warmUp' }).catch(() => {})
    },
    close: () => pool.destroy(),
  }
}
