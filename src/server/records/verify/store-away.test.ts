import { expect, it } from 'vitest'
import { findFault, type Storage, StorageUnavailable } from '../../platform/storage/index.ts'
import { register } from '../../testing/people.ts'
import { completeRecord } from '../../testing/records.ts'
import { testAppForFile } from '../../testing/test-app.ts'
import { verifySeals } from './verify-seals.ts'

const test = testAppForFile()

it("a file that could not be read doesn't count as altered or missing, and a download gets 503 (CLUSTER-7)", async () => {
  const ada = await register(test)
  const id = await completeRecord(test, ada)
  await test.runJobs()
  const away: Storage['get'] = () => Promise.reject(new StorageUnavailable(new Error('connect ECONNREFUSED')))
  const address = { bucket: 'records', path: 'any.pdf' } as const

  await expect(findFault({ get: away }, address, null)).rejects.toBeInstanceOf(StorageUnavailable)
  const witnesses = {
    storage: { get: away },
    certificates: new Set([test.platform.sealer.certificateSha256]),
  }
  await expect(verifySeals(test.database, witnesses)).rejects.toBeInstanceOf(StorageUnavailable)

  test.platform.storage = { ...test.platform.storage, get: away }
  const answer = await test.app.request(`/api/records/${id}/files/record.pdf`, { headers: ada.headers })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toMatchObject({ code: 'temporarily_unavailable' })
})
