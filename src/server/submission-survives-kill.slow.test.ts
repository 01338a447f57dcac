import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { OwnerView } from '../contract/verification.ts'
import { invite, type Person, prepareSubmission, register } from './testing/people.ts'
import { startKillableServer } from './testing/server-process.ts'
import { openForFile } from './testing/test-app.ts'

const killable = openForFile(startKillableServer)

async function ownerView(creator: Person, id: string): Promise<OwnerView> {
  const answer = await killable.served.app.request(`/api/verifications/${id}`, { headers: creator.headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as OwnerView
}

/** The sizes of the documents of a verification that the owner may open, each of which must be complete. */
async function openedDocuments({ documents }: OwnerView): Promise<number[]> {
  const open = Object.values(documents).flatMap((view) => (view?.state === 'open' ? [view.document.url] : []))
  return Promise.all(
    open.map(async (url) => {
      const file = await killable.served.app.request(url)
      expect(file.status).toBe(200)
      return (await file.arrayBuffer()).byteLength
    }),
  )
}

// Each pause kills the server at another point of the submission.
it.each([4, 16])(
  'leaves a verification pending and completable, or complete, when killed %i ms into a submission (SUBMIT-4)',
  async (pauseMs) => {
    const creator = await register(killable.served)
    const thirdParty = await invite(killable.served, creator)
    const id = thirdParty.verificationId
    const submit = await prepareSubmission(killable.served, thirdParty)

    const submitting = submit().then(
      (answer) => answer.status,
      () => null,
    )
    await wait(pauseMs)
    await killable.kill()
    const answered = await submitting
    await killable.restart()

    const after = await ownerView(creator, id)
    if (answered === 200) expect(after.status).toBe('verified')
    if (after.status !== 'verified') {
      expect(after).toMatchObject({ status: 'pending', thirdPartySignature: null, verifiedAt: null })
      expect((await submit()).status).toBe(200)
    }
    const whole = await ownerView(creator, id)
    expect(whole).toMatchObject({ status: 'verified', thirdPartySignature: 'Sam O’Neill' })
    const sizes = await openedDocuments(whole)
    expect(sizes.length).toBeGreaterThanOrEqual(2)
    expect(Math.min(...sizes)).toBeGreaterThan(1000)
  },
  60_000,
)
