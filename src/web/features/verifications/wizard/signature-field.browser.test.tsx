import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ownOddityWords } from '../../../../words/record.ts'
import { expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { SignatureField } from './fields.tsx'
import { useWizardForm } from './use-wizard-form.ts'
import { makeEmptyWizard } from './wizard-values.ts'

const note = ownOddityWords.signature({ name: 'Ada Lovelace' })

function Signing() {
  const form = useWizardForm({ ...makeEmptyWizard('2026-11-23'), fullName: 'Ada Lovelace' })
  return (
    <>
      <SignatureField form={form} />
      <input type="checkbox" aria-label="Next" />
    </>
  )
}

it('warns about a signature with another name on blur, and shifts nothing under the pointer (EVIDENCE-16)', async () => {
  const screen = await renderScreen(<Signing />)
  await screen.getByRole('textbox').click()
  await userEvent.keyboard('Someone Else')
  expectNoText(note)
  const next = screen.getByRole('checkbox')
  const { y } = next.element().getBoundingClientRect()
  await next.click()
  await expectText(note)
  await expect.element(next).toBeChecked()
  expect(next.element().getBoundingClientRect().y).toBe(y)
})
