import { beforeEach, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { eventually, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeSampleDraft, sampleMonth, sampleUsage } from '../../../testing/samples.ts'
import { ada, eve, keepSession, sampleSession, signIn } from '../../../testing/sign-in.ts'
import { PersonWizard } from './person-verification-page.tsx'

const creating = 'POST /api/verifications'

const generate = { name: 'Generate Verification Link' }

beforeEach(async () => {
  signIn()
  await api.answers('GET /api/profile', { ...ada, emailVerified: true, fullName: 'Ada', dateOfBirth: null })
  await api.holds('PUT /api/drafts/:kind')
})

/** Opens the last step. */
function open(remaining = 1) {
  const found = { draft: makeSampleDraft('2026-11-23'), isBehind: false, isOwn: true, round: 0 }
  const usage = sampleUsage({ personVerification: sampleMonth(remaining, 1) })
  return renderScreen(<PersonWizard userId={ada.id} found={found} begin={() => {}} usage={usage} />)
}

it('links to the plans when the allowance ran out while the form was open (CREATE-11)', async () => {
  await api.refuses(creating, 'person_allowance_spent', 'Subscription limit reached')
  const screen = await open(0)
  await screen.getByRole('button', generate).click()
  await expectText('Subscription limit reached')
  await screen.getByRole('alert').getByRole('link', { name: 'View Subscription Plans' }).click()
  await eventually(() => expect(screen.path()).toBe('/subscription'))
})

it('can’t be started over during its creation, which uses the draft (DRAFT-7)', async () => {
  await api.holds(creating)
  const screen = await open()
  const startOver = screen.getByRole('button', { name: 'Start over' })
  await expect.element(startOver).toBeEnabled()
  await screen.getByRole('button', generate).click()
  const creation = await api.takes(creating)
  await expect.element(startOver).toBeDisabled()
  await creation.refuse('person_allowance_spent')
  await expect.element(startOver).toBeEnabled()
})

it('is created by the person who typed it, or not at all (DRAFT-2)', async () => {
  const screen = await open()
  keepSession(sampleSession({ who: eve, token: 'eve.access.token' }))
  await screen.getByRole('button', generate).click()
  await expectText('An error occurred')
  expect(await api.count(creating)).toBe(0)
})
