import { afterEach, expect, it } from 'vitest'
import { gatePass } from '../../shared/link/gate-pass.ts'
import { api } from '../../testing/api.ts'
import { expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleThirdPartyView } from '../../testing/samples.ts'
import ThirdPartyPage from './third-party-page.tsx'

const { id } = sampleThirdPartyView()
const pass = { token: 't', expiresAt: '2126-11-21T11:00:00Z', email: 'sam@example.com' }

afterEach(() => gatePass.drop(id))

async function renderCompleted() {
  await api.answers('GET /api/public/verifications/:id', { state: 'verified', type: 'age', owner: false })
  return renderScreen(<ThirdPartyPage />, `/verify/${id}`, '/verify/:formId')
}

it.each([
  ['Email me my record', 'no pass', null],
  ['Email me my record', 'a pass that submitted nothing', pass],
  ['Open my record', 'the pass that submitted', { ...pass, hasSubmitted: true as const }],
])('says %s on the link of a completed request with %s (RECORD-20)', async (name, _, kept) => {
  if (kept) gatePass.keep(id, kept)
  const screen = await renderCompleted()
  await expect.element(screen.getByRole('link', { name: /my record/ })).toHaveTextContent(name)
})

it('has the footer of the gate below an ending, and not below the form (PROTECT-6)', async () => {
  const form = sampleThirdPartyView({ saidNoAt: '2026-11-21T10:00:00Z' })
  gatePass.keep(id, pass)
  await api.answers('GET /api/public/verifications/:id', { state: 'pending', type: 'age', owner: false })
  await api.answers('GET /api/public/verifications/:id/form', form)
  await api.answers('GET /api/local-help', { help: [] })
  const screen = await renderScreen(<ThirdPartyPage />, `/verify/${id}`, '/verify/:formId')
  const about = screen.getByRole('link', { name: 'What is Assent?' })
  await expectText('You said no.')
  await expect.element(about).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Allow copying' })).toBeVisible()
  await screen.getByRole('button', { name: 'Answer after all' }).click()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect.element(about).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Allow copying' })).toBeVisible()
})
