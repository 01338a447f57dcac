import { createElement } from 'react'
import type { ThirdPartyView } from '../../contract/third-party.ts'
import { SigningForm } from '../features/third-party/form/signing-form.tsx'
import { renderPage } from './render-page.ts'
import { sampleThirdPartyView } from './samples.ts'

const pass = { token: 't', expiresAt: '2026-11-21T11:00:00Z', email: 'sam@example.com' }
const nothing = () => {}

/** The form on one of its steps, with the other steps hidden. */
export function signingForm(more: Partial<ThirdPartyView> = {}, step = 'asked') {
  const form = sampleThirdPartyView(more)
  const ends = { onCompleted: nothing, onSaidNo: nothing, onTaken: nothing, onUnderAge: nothing }
  const events = { onPass: nothing, onLinkChanged: nothing, ...ends }
  return renderPage(createElement(SigningForm, { form, pass, ...events }), { state: { step } })
}
