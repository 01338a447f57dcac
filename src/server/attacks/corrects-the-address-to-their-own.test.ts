import { expect, it } from 'vitest'
import type { HeldData } from '../../contract/privacy.ts'
import {
  correctAddress,
  createVerification,
  enter,
  give,
  readAnswer,
  registerPaying,
} from '../testing/people.ts'
import { madeCopy, proveAddress, unzipCopy } from '../testing/privacy-calls.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()

it('a creator who corrects a request to an own address learns nothing that an earlier person did (PRIVACY-3, PRIVACY-21)', async () => {
  const creator = await registerPaying(test, 'annual')
  const accomplice = await registerPaying(test, 'annual', 'Eve Adams')
  const { id } = await createVerification(test, creator)
  const sam = await enter(test, id)
  for (let n = 0; n < 2; n++) await give(test, sam, 'id')
  await test.runJobs()
  test.clock.advance(10 * 60_000)
  const correctedAt = test.clock.now().toISOString()
  expect((await correctAddress(test, creator, id, accomplice.email)).status).toBe(200)
  await test.runJobs()

  const headers = await proveAddress(test, accomplice.email)
  const held = await readAnswer<HeldData>(test.app.request('/api/my-data', { headers }))
  const [request] = held.requests
  expect(request).toMatchObject({ id, did: [], uploads: [] })
  expect(request?.mails.map(({ task, queuedAt }) => [task, queuedAt])).toEqual([
    ['send-invitation', correctedAt],
  ])

  const files = await unzipCopy(test, await madeCopy(test, accomplice))
  const own = JSON.parse(String(files.get(`verifications/${id}/verification.json`)))
  expect(own).toMatchObject({ role: 'third_party', trail: [], documents: [], readings: [], checks: [] })
  expect(own.mails.map(({ queuedAt }: { queuedAt: string }) => queuedAt)).toEqual([correctedAt])
})
