import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ownOddityWords } from '../../../../words/record.ts'
import { expectNoText, expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { sampleConsentText, sampleThirdPartyView } from '../../../testing/samples.ts'
import { SignStep } from './sign-step.tsx'
import { noAnswers } from './third-party-answers.ts'

const form = sampleThirdPartyView({ fullName: 'Ada Lovelace', thirdPartyName: 'Sam Neill' })
const note = ownOddityWords.signature({ name: 'Sam Neill' })

function Signing() {
  const [answers, setAnswers] = useState(noAnswers)
  return <SignStep form={form} answers={answers} onAnswer={(more) => setAnswers({ ...answers, ...more })} />
}

it('warns about a signature with another name on blur, and still registers the tick that caused the blur (EVIDENCE-16)', async () => {
  const screen = await renderScreen(<Signing />)
  await screen.getByRole('textbox').click()
  await userEvent.keyboard('Someone Else')
  expectNoText(note)
  const willing = screen.getByRole('checkbox', { name: sampleConsentText().statements.willing })
  const { y } = willing.element().getBoundingClientRect()
  await willing.click()
  await expectText(note)
  await expect.element(willing).toBeChecked()
  expect(willing.element().getBoundingClientRect().y).toBe(y)
})
