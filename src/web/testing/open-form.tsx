import type { ComponentProps } from 'react'
import type { ThirdPartyView } from '../../contract/third-party.ts'
import { SigningForm } from '../features/third-party/form/signing-form.tsx'
import { type FormStepName, keptAnswers, keptStep } from '../features/third-party/form/third-party-answers.ts'
import { renderScreen } from './render-screen.tsx'
import { sampleDocument, sampleThirdPartyView } from './samples.ts'

type FormProps = ComponentProps<typeof SigningForm>

/** One pixel. */
const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='

/** A form whose photo and ID are uploaded. */
export const formWithFiles = sampleThirdPartyView({
  uploads: { selfie: { ...sampleDocument('selfie'), url }, id: { ...sampleDocument('id'), url } },
})

/** Everything that a form asks for is answered in this tab. */
export function answerAll(form: ThirdPartyView) {
  keptAnswers.keep(form.id, {
    signature: form.thirdPartyName,
    consent: true,
    agreedToAdditionalTerms: true,
    identityConsent: true,
    statesAdult: true,
    keptProofId: '',
  })
}

const nothing = () => {}
const pass = { token: 't', expiresAt: '2126-11-21T11:00:00Z', email: 'sam@example.com' }

/** Renders the form in a browser, at the step that the tab was left on. */
export function renderForm(more: Partial<FormProps> = {}, step?: FormStepName) {
  const form = more.form ?? formWithFiles
  if (step) keptStep.keep(form.id, step)
  const ends = { onCompleted: nothing, onSaidNo: nothing, onTaken: nothing, onUnderAge: nothing }
  const props = { form, pass, onPass: nothing, onLinkChanged: nothing, ...ends, ...more }
  return renderScreen(<SigningForm {...props} />)
}
