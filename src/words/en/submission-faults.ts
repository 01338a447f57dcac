import { messages } from '../messages.ts'

/** What is said when something is missing, by server and page alike (SUBMIT-1, SUBMIT-11). */
export default messages('submission-faults', {
  missing_selfie: { title: 'Missing selfie', detail: 'Please take a photo of yourself' },
  missing_id_document: { title: 'Missing ID document', detail: 'Please upload a government ID' },
  missing_signature: { title: 'Missing signature', detail: 'Please type your full name as your signature' },
  consent_required: { title: 'Consent required', detail: 'Please confirm that you consent willingly' },
  agreement_required: { title: 'Agreement required', detail: 'Please agree to the additional terms' },
  identity_consent_required: {
    title: 'Identity consent required',
    detail: 'Please confirm your consent to identity sharing',
  },
  age_statement_required: {
    title: 'Age statement required',
    detail: 'Please confirm that you are 18 or over. Whoever is younger cannot take part.',
  },
  age_not_read: {
    title: 'Your ID could not be read',
    detail:
      'You are asked for an ID from which your age can be read. Please add a clearer picture of it, or tell the person who asked you that it cannot be read.',
  },
  age_not_proven: {
    title: 'Proof of age required',
    detail: 'You are asked to prove your age with a wallet. Please do so before you submit.',
  },
})
