import { expect, it } from 'vitest'
import type { RenderResult } from 'vitest-browser-react'
import { api } from '../../testing/api.ts'
import { expectSaid } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import ThirdPartyAccount from './third-party-account.tsx'

const opening = 'POST /api/public/verifications/:id/account'
const props = {
  verificationId: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b09',
  token: 'pass',
  email: 'sam@example.com',
  fullName: 'Sam O’Neill',
  documentId: '3d2c1b0a-0000-4000-8000-000000000002',
}

async function fill(screen: RenderResult) {
  await screen.getByLabelText('Date of birth').fill('1991-05-20')
  await screen.getByLabelText('Sex assigned at birth').selectOptions('Other')
  await screen.getByLabelText('Address').fill('2 Harbour Street')
  await screen.getByLabelText('Country code').selectOptions('+44')
  await screen.getByLabelText('Phone number').fill('7700 900123')
}

it('takes over name and email, asks for the rest, and keeps what was typed after a refusal (ONCE-11)', async () => {
  const screen = await renderScreen(<ThirdPartyAccount {...props} />)
  await expectSaid('Your email is sam@example.com. You don’t need a password.')
  const create = screen.getByRole('button', { name: 'Create account' })
  await create.click()
  await expectSaid('Please check')
  await fill(screen)
  await api.holds(opening)
  await create.click()
  const asked = await api.takes(opening)
  expect(JSON.parse(asked.body)).toEqual({
    full_name: 'Sam O’Neill',
    date_of_birth: '1991-05-20',
    address: '2 Harbour Street',
    sex: 'other',
    phone_number: '+447700 900123',
  })
  await asked.refuse('account_exists', 'You have an account')
  await expectSaid('Your account wasn’t made', 'You have an account')
  await expect.element(screen.getByLabelText('Address')).toHaveValue('2 Harbour Street')
})

it('says that the account was made where this browser could not be logged in to it (ONCE-11)', async () => {
  const screen = await renderScreen(<ThirdPartyAccount {...props} />)
  await fill(screen)
  await api.answers(opening, { access_token: 'of.no.use', refresh_token: 'none' })
  await screen.getByRole('button', { name: 'Create account' }).click()
  await expectSaid('Your account was made, but you aren’t logged in')
})
