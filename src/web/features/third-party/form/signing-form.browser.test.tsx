import { expect, it } from 'vitest'
import { askedChoices } from '../../../../domain/evidence/evidence.ts'
import { api, hearEverything } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleKeptProof, sampleThirdPartyView } from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { SigningForm } from './signing-form.tsx'

const reading = 'GET /api/kept-proof'

it('has its ways on when it is known whether their account kept something (ONCE-10)', async () => {
  signIn()
  await api.holds(reading)
  const form = sampleThirdPartyView({
    asksFor: askedChoices.id_or_kept,
    thirdPartyName: sampleKeptProof.fullName,
  })
  const nothing = () => {}
  const screen = await renderScreen(
    <SigningForm
      form={form}
      pass={{ token: 't', expiresAt: '2126-11-21T11:00:00Z', email: ada.email }}
      onPass={nothing}
      onLinkChanged={nothing}
      onTaken={nothing}
      onCompleted={nothing}
      onSaidNo={nothing}
      onUnderAge={nothing}
    />,
  )
  const asked = await api.takes(reading)
  await hearEverything()
  expect(screen.getByRole('button').elements()).toHaveLength(0)
  await asked.answer({ kept: sampleKeptProof })
  await expect.element(screen.getByRole('button', { name: "Use what's already known" })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
})
