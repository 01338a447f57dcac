import { messages } from '../messages.ts'

/** The reasons why a wizard step can't be left, used by the pages and the server (CREATE-5). */
export default messages('step-faults', {
  step_consent: { title: 'Consent required', detail: 'Please confirm your consent to identity sharing' },
  step_photo: { title: 'Photo required', detail: 'Please take a passport-style photo' },
  step_self: { title: 'Information required', detail: 'Please provide your full name and date of birth' },
  step_third_party: {
    title: 'Information required',
    detail: 'Please provide information about the third party',
  },
  step_sign_date_id: {
    title: 'Information required',
    detail: 'Please sign, date, and upload your ID document',
  },
  step_sign_date_wallet: {
    title: 'Information required',
    detail: 'Please sign, date, and prove your age with your wallet',
  },
  step_sign_date_proof: {
    title: 'Information required',
    detail: 'Please sign, date, and prove your age',
  },
  step_sign_date: { title: 'Information required', detail: 'Please sign and date the form' },
  step_email: { title: 'Email required', detail: "Please provide the third party's email address" },
})
