import { messages } from '../messages.ts'

/** Everything that is said about a check by the provider (PROVIDER). */
export default messages('identity-checks', {
  title: 'Have your ID and your face checked by {provider}',
  explain:
    '{provider} photographs your ID and your face on a page of its own, examines the ID, compares its photo with you, and brings you back here.',
  kept: 'What we keep: whether you are 18 or over, whether the name is the one you sign with, whether the face was the same, and when. {provider} is told to erase what it collected.',
  begin: 'Go to the check',
  goOn: 'Go on with the check',
  underWay: '{provider} is examining what you gave. It takes a few minutes at most.',
  waiting: 'You began a check. Once it is finished there, its result appears here.',
  lastTry: 'The last try was not accepted',
  checked: 'Checked by {provider}',
  adult: 'You are 18 or over.',
  name: {
    true: 'The name is the one you sign with.',
    false:
      'The document has another name than the one you sign with, so the record will not say that it was checked.',
  },
  face: { true: 'The face was the same.', false: 'The face was not found to be the same.' },
  underAge: 'The document says that you are under 18',
  underAgeText: 'This service is for adults. This cannot go on.',
  failed: 'The check came to no result',
  again: 'Try again',
  network: 'Network error',
  networkText: 'Please check your connection and try again.',
  /** The advice for the provider's reason; `other` for all further reasons. */
  faults: {
    document_expired: 'The document has expired. Please use one that has not.',
    document_type_not_supported:
      'Documents of this kind are not taken. Please use a passport, licence or identity card.',
    selfie_face_mismatch: 'The face was not found to be the one in the document.',
    selfie_document_missing_photo:
      'The document has no photo that could be compared. Please use one that has.',
    consent_declined: 'You declined the check there. You can go on without it.',
    under_supported_age: 'The provider checks nobody as young as the document says.',
    birth_date_missing: 'The document shows no whole birth date. Please use another one.',
    other: 'The document or the photo could not be verified. A clearer picture in even light helps.',
  },
})
