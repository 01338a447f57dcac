import { beforeAll, expect, it } from 'vitest'
import { api } from '../../../testing/api.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ada, signIn } from '../../../testing/sign-in.ts'
import { useProfileNames } from './use-wizard.ts'
import { useWizardForm } from './use-wizard-form.ts'
import { makeEmptyWizard } from './wizard-values.ts'

const asking = 'GET /api/profile'
const profile = { ...ada, emailVerified: true, fullName: 'Ada Lovelace', dateOfBirth: '1990-12-10' }

beforeAll(signIn)

function Names() {
  const form = useWizardForm(makeEmptyWizard('2026-11-23'))
  useProfileNames(form)
  const field = (name: 'fullName' | 'dateOfBirth') => (
    <input {...form.getInputProps(name)} data-path={name} aria-label={name} />
  )
  return (
    <>
      {field('fullName')}
      {field('dateOfBirth')}
      <input aria-label="Another field" />
      <output>{form.isEdited ? 'changed' : 'untouched'}</output>
    </>
  )
}

async function open() {
  await api.holds(asking)
  const screen = await renderScreen(<Names />)
  const asked = await api.takes(asking)
  const read = () =>
    ['fullName', 'dateOfBirth'].map(
      (name) => (screen.getByLabelText(name).element() as HTMLInputElement).value,
    )
  return { ...screen, asked, read, name: screen.getByLabelText('fullName') }
}

it("fills in the account's data without marking the form as changed (CREATE-25)", async () => {
  const { asked, read, getByText } = await open()
  await asked.answer(profile)
  await expect.poll(read).toEqual(['Ada Lovelace', '1990-12-10'])
  await expect.element(getByText('untouched')).toBeVisible()
})

it('keeps text that was typed before the profile loaded (CREATE-25)', async () => {
  const { asked, read, name, getByLabelText } = await open()
  await name.fill('A. L.')
  await getByLabelText('Another field').click()
  await asked.answer(profile)
  expect(read()).toEqual(['A. L.', ''])
})

it('inserts nothing into a field that has focus (CREATE-25)', async () => {
  const { asked, read, name } = await open()
  await name.click()
  await asked.answer(profile)
  expect(read()).toEqual(['', ''])
  await name.fill('A. L.')
  expect(read()).toEqual(['A. L.', ''])
})

it('fills in a profile that was loaded before the form was opened', async () => {
  const first = await open()
  await first.asked.answer(profile)
  await first.unmount()
  const screen = await renderScreen(<Names />)
  await expect.element(screen.getByLabelText('fullName')).toHaveValue('Ada Lovelace')
  expect(await api.count(asking)).toBe(1)
})
