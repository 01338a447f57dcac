import { expect, it } from 'vitest'
import { gatePass, keptSetSecret } from '../../../shared/link/gate-pass.ts'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { completion, sampleThirdPartyView } from '../../../testing/samples.ts'
import { Completed } from './ending.tsx'
import ThirdPartyForm from './third-party-form.tsx'

it('deletes the pass and the secret of the set from the browser with an answer (FORM-26)', async () => {
  const form = sampleThirdPartyView({})
  const pass = { token: 't', expiresAt: '2126-11-21T11:00:00Z', email: 'sam@example.com' }
  gatePass.keep(form.id, pass)
  keptSetSecret.keep(form.id, 's'.repeat(43))
  const nothing = () => {}
  await api.answers('GET /api/public/verifications/:id/form', form)
  await api.answers('GET /api/local-help', { help: [] })
  await api.answers('POST /api/public/verifications/:id/private-no', undefined)
  const events = { onPass: nothing, onPassLost: nothing, onLinkChanged: nothing, onAnswered: nothing }
  const screen = await renderScreen(<ThirdPartyForm formId={form.id} pass={pass} {...events} />)
  await screen.getByRole('button', { name: 'No, thank you' }).click()
  await screen.getByRole('button', { name: 'I don’t want this, and I don’t want them to know' }).click()
  await expectText('You said no.')
  expect(keptSetSecret.find(form.id)).toBeNull()
  expect(gatePass.find(form.id)).toBeNull()
})

it('keeps the page about the end where the record can’t be reached, and opens it at the next press (RECORD-20)', async () => {
  const form = { ...sampleThirdPartyView({}), ...completion, isLinkMailed: true }
  await api.breaks('GET /api/public/verifications/:id')
  const pass = { token: 't', expiresAt: '2126-11-21T11:00:00Z', email: 'sam@example.com' }
  const screen = await renderScreen(<Completed form={form} pass={pass} />)
  const open = screen.getByRole('link', { name: 'Open my record' })
  await open.click()
  await expectText('check your connection')
  expect(screen.path()).toBe('/here')
  await api.answers('GET /api/public/verifications/:id', { state: 'verified', type: 'age', owner: false })
  await open.click()
  await expectText('Another page')
  expect(screen.path()).toBe(`/records/${form.id}`)
})
