import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { listenHere } from '../../testing/listen-here.ts'
import { createEncryption } from '../encryption/index.ts'
import { createStorage, StorageUnavailable } from './index.ts'
import { openS3Place } from './s3-place.ts'

it('gives up on a silent store within 15 s, for every operation (RUN-17, CLUSTER-7)', async () => {
  const { origin, close } = await listenHere(createServer(() => {}))
  const encryption = createEncryption({ key: new Uint8Array(32) })
  try {
    const place = openS3Place({
      bucket: 'assent',
      region: 'us-east-1',
      endpoint: origin,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    })
    const storage = createStorage({ encryption, place })
    const address = { bucket: 'id_documents', path: 'owner-1/id-1700000000000.jpg' } as const
    // Starts the thread that encrypts.
    await encryption.seal(new Uint8Array(1), {})
    const asked = performance.now()
    const answers = await Promise.allSettled([
      storage.put(address, new Uint8Array(5_000_000)),
      storage.get(address),
      storage.remove(address),
      storage.check(),
    ])
    expect(performance.now() - asked).toBeLessThan(15_000)
    for (const answer of answers)
      expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(StorageUnavailable)
  } finally {
    await close()
    await encryption.close()
  }
})
