import { expect, it } from 'vitest'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { PlatformField, ThirdPartyNameFields } from './fields.tsx'
import { useWizardForm } from './use-wizard-form.ts'
import { makeEmptyWizard } from './wizard-values.ts'

const errors = { platformName: 'Platform is required', thirdPartyName: 'Name is required' }

function Form() {
  const form = useWizardForm(makeEmptyWizard('2026-11-23'), errors)
  const { asked, keptProofId } = form.values
  const proveAgain = () => {
    form.setFieldValue('asked', 'id_or_kept')
    form.setFieldValue('keptProofId', 'kept')
  }
  return (
    <>
      <ThirdPartyNameFields form={form} />
      <PlatformField form={form} />
      <button type="button" onClick={proveAgain}>
        Two fields
      </button>
      <button type="button" onClick={() => form.setValues({ asked: 'usual', keptProofId: '' })}>
        At once
      </button>
      <output>{`${asked} ${keptProofId} ${form.isEdited ? 'edited' : 'untouched'}`}</output>
    </>
  )
}

it('takes the error of a field away with its change, and leaves the others', async () => {
  const screen = await renderScreen(<Form />)
  const platform = screen.getByRole('textbox', { name: 'Platform where you met' })
  await expect.element(platform).toHaveAccessibleDescription('Platform is required')
  await platform.fill('Tinder')
  await expect.element(platform).not.toHaveAccessibleDescription()
  await expect
    .element(screen.getByRole('textbox', { name: "Third party's full name" }))
    .toHaveAccessibleDescription('Name is required')
})

it('keeps both changes of one press, and takes all errors away with several values at once', async () => {
  const screen = await renderScreen(<Form />)
  const state = screen.getByRole('status')
  await expect.element(state).toHaveTextContent('usual untouched')
  await screen.getByRole('button', { name: 'Two fields' }).click()
  await expect.element(state).toHaveTextContent('id_or_kept kept edited')
  await expect.element(screen.getByText('Name is required')).toBeVisible()
  await screen.getByRole('button', { name: 'At once' }).click()
  await expect.element(state).toHaveTextContent('usual untouched')
  await expect.element(screen.getByText('Name is required')).not.toBeInTheDocument()
})
