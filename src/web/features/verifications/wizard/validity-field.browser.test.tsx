import { expect, it } from 'vitest'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ValidityField } from './fields.tsx'
import { useWizardForm } from './use-wizard-form.ts'
import { makeEmptyWizard } from './wizard-values.ts'

function Choosing({ validity = 'until_withdrawn' }: { validity?: string }) {
  const form = useWizardForm({ ...makeEmptyWizard('2026-11-23'), validity })
  return (
    <>
      <ValidityField form={form} />
      <output>{form.values.validity}</output>
    </>
  )
}

it('shows that the consent is valid until withdrawn, and offers three choices on a press (VALID-1, VALID-4)', async () => {
  const screen = await renderScreen(<Choosing />)
  await expectText('Valid until withdrawn.')
  expect(screen.getByRole('combobox').query()).toBeNull()
  await screen.getByRole('button', { name: 'Set a time limit' }).click()
  const field = screen.getByRole('combobox', { name: 'How long the consent is valid' })
  await expect.element(field).toHaveFocus()
  const offered = [...(field.element() as HTMLSelectElement).options].map(({ label }) => label)
  expect(offered).toEqual(['24 hours', '7 days', 'Until withdrawn'])
  await field.selectOptions('24 hours')
  await expect.element(screen.getByRole('status')).toHaveTextContent('24_hours')
})

it('shows the choice of a draft (VALID-4)', async () => {
  const screen = await renderScreen(<Choosing validity="7_days" />)
  await expectText('Valid for 7 days after they submit.')
  await expect.element(screen.getByRole('button', { name: 'Change the time limit' })).toBeVisible()
})
