import { expect, it } from 'vitest'
import { askedChoices } from '../../../../domain/evidence/evidence.ts'
import { consentStatements } from '../../../../domain/verification/consent-text.ts'
import words from '../../../../words/en/form.ts'
import { api, hearEverything } from '../../../testing/api.ts'
import { letMotionGoOn, stopMotion } from '../../../testing/motion.ts'
import { expectSaid, expectUnsaid } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleKeptProof, sampleThirdPartyView } from '../../../testing/samples.ts'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { SigningForm } from './signing-form.tsx'

const reading = 'GET /api/kept-proof'

/** The form of a signed-in person whose account has a suitable kept reading, once that has loaded. */
async function renderForm() {
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
  return { screen, asked: await api.takes(reading) }
}

it('shows its buttons once it is known whether their account kept a reading (ONCE-10)', async () => {
  const { screen, asked } = await renderForm()
  await hearEverything()
  expect(screen.getByRole('button').elements()).toHaveLength(0)
  await asked.answer({ kept: sampleKeptProof })
  await expect.element(screen.getByRole('button', { name: "Use what's already known" })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
})

it('leaves the first step only with their statement that they are 18 or over, by either button (FORM-7)', async () => {
  const { screen, asked } = await renderForm()
  await asked.answer({ kept: sampleKeptProof })
  const adult = screen.getByRole('checkbox', { name: consentStatements.adult, exact: false })
  for (const way of ['Continue', "Use what's already known"]) {
    await screen.getByRole('button', { name: way }).click()
    await expect.element(adult).toHaveFocus()
    await expect.element(adult).toBeInvalid()
    await expect.element(adult).toHaveAccessibleDescription(words.adultsOnly)
    await expectSaid('Step 1 of')
  }
  await adult.click()
  expectUnsaid(words.adultsOnly)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expectSaid('Step 2 of')
})

it('advances one step, not two, after two quick taps on Continue (PAGE-45)', async () => {
  const { screen, asked } = await renderForm()
  await asked.answer({ kept: null })
  await screen.getByRole('checkbox', { name: consentStatements.adult, exact: false }).click()
  const go = screen.getByRole('button', { name: 'Continue' })
  await stopMotion()
  try {
    await go.click()
    await expectSaid('Step 2 of')
    await go.click({ force: true })
    await hearEverything()
    await expectSaid('Step 2 of')
  } finally {
    await letMotionGoOn()
  }
})
