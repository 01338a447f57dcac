import { messages } from '../messages.ts'

/** The texts about a check by the provider (PROVIDER). */
export default messages('identity-checks', {
  title: 'Have your ID and your face checked by {provider}',
  explain: '{provider} photographs your ID and face, checks and compares them, and brings you back here.',
  kept: 'We keep whether you’re 18 or over, whether the name and face agree, and when. We tell {provider} to erase what it collected.',
  begin: 'Go to the check',
  goOn: 'Go on with the check',
  underWay: '{provider} is checking. It takes a few minutes at most.',
  waiting: 'The result of your check appears here.',
  lastTry: 'The last try wasn’t accepted',
  checked: 'Checked by {provider}',
  adult: 'You’re 18 or over.',
  name: {
    true: 'The name is the one you sign with.',
    false: 'The document has another name, so the record won’t say that yours was checked.',
  },
  face: { true: 'The face was the same.', false: 'The face wasn’t found to be the same.' },
  underAge: 'The document says you’re under 18',
  underAgeText: 'This service is for adults.',
  failed: 'The check had no result',
  again: 'Try again',
  network: 'Network error',
  /** The advice for the provider's reason; `other` for all further reasons. */
  faults: {
    document_expired: 'The document has expired. Use another.',
    document_type_not_supported:
      'They don’t accept this kind of document. Use a passport, licence or identity card.',
    selfie_face_mismatch: 'The face wasn’t found to be the one in the document.',
    selfie_document_missing_photo: 'The document has no photo. Use one that has.',
    consent_declined: 'You declined the check there. You can go on without it.',
    under_supported_age: 'The document says you’re too young for this check.',
    birth_date_missing: 'The document shows no full birth date. Use another.',
    other: 'The document or the photo couldn’t be verified. A clearer picture in even light helps.',
  },
})
