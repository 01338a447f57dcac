import { beforeAll, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { eventually, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeSampleDraft, sampleMonth, sampleUsage } from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { PersonWizard } from './person-verification-page.tsx'

const creating = 'POST /api/verifications'

beforeAll(signIn)

it('links to the plans when the allowance ran out while the form was open (CREATE-11)', async () => {
  await api.refuses(creating, 'person_allowance_spent', 'Subscription limit reached')
  await api.answers('GET /api/profile', { ...ada, emailVerified: true, fullName: 'Ada', dateOfBirth: null })
  await api.holds('PUT /api/drafts/:kind')
  const found = { draft: makeSampleDraft('2026-11-23'), isBehind: false, isOwn: true, round: 0 }
  const screen = await renderScreen(
    <PersonWizard
      userId={ada.id}
      found={found}
      begin={() => {}}
      usage={sampleUsage({ personVerification: sampleMonth(0, 1) })}
    />,
  )
  await screen.getByRole('button', { name: 'Generate Verification Link' }).click()
  await expectText('Subscription limit reached')
  await screen.getByRole('alert').getByRole('link', { name: 'View Subscription Plans' }).click()
  await eventually(() => expect(screen.path()).toBe('/subscription'))
})
