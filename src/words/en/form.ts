import { messages } from '../messages.ts'

/** The texts of the form behind the gate. */
export default messages('form', {
  who: 'Who',
  creator: 'Born {bornOn}. Knows you as {name}, {socialMediaName} on {platform}.',
  ageShown: 'Your age there: {shown}.',
  agesShownAndClaimed: 'Your age there: {shown}. You said {claimed}.',
  steps: {
    asked: 'Who asks',
    text: 'The text',
    photo: 'Your photo',
    age: 'Your ID',
    wallet: 'Your age',
    sign: 'Sign',
  },
  askedOf: {
    age: '{name} asks you to confirm that you’re 18 or over',
    person: '{name} asks you to confirm that you’re who you say you are',
  },
  titles: {
    text: 'The text you’d sign',
    sign: 'Sign',
  },
  shown: 'What {name} has shown',
  adultsOnly: 'Tick this if you’re 18 or over. If you aren’t, choose No, thank you.',
  skip: 'Skip for now',

  summaryNot: 'This is a summary. You sign the whole text.',
  contentsTitle: 'What is in it',
  readText: 'Read the text',
  readWhole: 'Read the whole text',
  wholeText: 'The whole text',
  closeText: 'Close the text',

  give: 'You give',
  /** By the requested pictures; a wallet's proof can replace an optional ID. */
  gives: {
    nothing: 'Your typed name.',
    photo: 'A photo, your typed name.',
    id: 'A government ID, your typed name.',
    maybeId: 'A government ID or a proof from a wallet, your typed name.',
    photoAndId: 'A photo, a government ID, your typed name.',
    photoAndMaybeId: 'A photo, a government ID or a proof from a wallet, your typed name.',
    photoAndIdOrKept:
      'A photo and a government ID (or what your account kept of an ID read here), and your typed name.',
  },
  walletName: 'Your wallet can also show your name, if you choose so.',
  /** The same where a bank, an eID or an age key may prove the age, alone or as well as a wallet. */
  givesProof: {
    voucher: {
      maybeId: 'A government ID or a proof from your bank, an eID or an age key, your typed name.',
      photoAndMaybeId:
        'A photo, a government ID or a proof from your bank, an eID or an age key, your typed name.',
    },
    both: {
      maybeId: 'A government ID or a proof from a wallet, your bank, an eID or an age key, your typed name.',
      photoAndMaybeId:
        'A photo, a government ID or a proof from a wallet, your bank, an eID or an age key, your typed name.',
    },
  },
  proofName: {
    voucher:
      'Your bank or eID can also confirm your name, if you choose so. It counts instead of an ID only if the name agrees; an age key doesn’t.',
    both: 'Your wallet, bank or eID can also confirm your name, if you choose so. A bank or eID counts instead of an ID only if the name agrees; an age key doesn’t.',
  },
  gets: 'They get',
  getsRecord: 'The signed record.',
  until: 'Until',
  picturesUntil:
    'We delete your {pictures} {retentionDays} days after you submit, or later for a legal claim.',
  recordStays: 'The record stays.',
  unfinishedUntil: 'If you decline, or don’t sign within {linkLifeDays} days, we delete what you gave.',

  /** Where the creator made the request in another language than the page. */
  wroteIn: '{name} made this request in {language}.',

  /** The requested pictures, as a part of the sentences below. */
  pictures: {
    photo: 'photo',
    id: 'ID',
    maybeId: 'ID (if you add one)',
    photoAndId: 'photo and ID',
    photoAndMaybeId: 'photo and ID (if you add one)',
    photoAndIdOrKept: 'photo and ID (if you give them)',
  },
  opens: {
    now: 'Your {pictures}, until we delete or lock them. They can save copies.',
    onAPlan: 'Your {pictures}. {name} can see them only with a paid plan.',
    oneOnAPlan: 'Your {pictures}. {name} can see it only with a paid plan.',
  },

  photoTitle: 'Your photo',
  takePhoto: 'Take a Photo of Yourself',
  photoHint: 'Even light, no hat or sunglasses.',
  yourPhoto: 'Your photo',
  idTitle: 'Your government ID',
  ageTitle: 'Your age',
  idHintRead:
    'Passport, driving licence or ID card. Show the code lines (<<<) or barcode: our software reads your name and that you’re 18 or over, then forgets the numbers and your birth date.',
  idHint: 'Passport, driving licence or ID card. Only your name and birth date must show.',
  uploadId: 'Upload a government ID',
  yourId: 'Your ID',
  useWallet: 'Prove my age with a wallet',
  loading: 'Loading...',
  signature: 'Signature',
  signatureHint: 'Type your full name.',
  addedTerms: '{name} added their own terms:',

  missingTitle: 'Still missing',
  missingOf: 'Still missing: {missing}',
  missing: {
    missing_selfie: 'Your photo',
    missing_id_document: 'Your government ID',
    missing_signature: 'Your signature',
    consent_required: 'Your confirmation',
    agreement_required: 'Your agreement to the terms',
    identity_consent_required: 'Your consent to share',
    age_statement_required: 'Your statement that you are 18 or over',
    age_not_read: 'An ID from which your age can be read',
    age_not_proven: 'Your proof of age',
  },
  uploading: 'Your files are still uploading.',
  beforeSubmit: 'Submitting signs the text. {name} gets the record.',
  submit: 'Submit Verification',
  submitting: 'Submitting...',
  signWithNote: 'Sign with this note',
  submitFailed: 'Verification failed',
  submitFailedText: 'There was a problem submitting your verification',
  network: 'Network error',
  networkText: 'Please check your connection and try again.',
  textChanged: 'Reload the page',
  takeUpFailed: 'This page is not up to date',
  takeUpFailedText: 'What you proved is saved, but we couldn’t show it here. Nothing is lost.',
  takeUpAgain: 'Try again',
  submitted: 'Verification successful',
  submittedText: 'Thank you for verifying the consent form',
  linkMailed: 'We’re emailing a link to your record to {email}.',
  linkNotMailed: '{email} has had enough emails from us today. Ask for the link tomorrow.',
  openMyRecord: 'Open my record',
  changedMind: 'You can withdraw there.',
  filesUntil: 'We delete your {pictures} on {day}, or later for a legal claim.',

  underAge: 'This request has ended',
  underAgeText:
    'What you gave says that you’re under 18, and this service is for adults. Everything added to the request is deleted. {name} learns that it wasn’t completed, not why.',

  awaiting: 'Awaiting Third Party Verification',
  awaitingText: 'You made this request. Share the link with the other person.',
  verifiedOwnerText: 'Both of you have signed.',
  openRecord: 'Open the full record',
  /** A summary of the consent text in five sentences (FORM-15); the parts that each summarises are in the domain. */
  summary: {
    adults: 'You’re both 18 or over. What you give is true and yours.',
    aRecord: 'It is a record. It is not consent to any act, meeting or relationship.',
    withdrawable: 'You can decline now or withdraw later, without a reason. The record stays.',
    stored: 'Neither of you may pass on photos or IDs, except to a court, authority or lawyer.',
    unchecked: 'We don’t promise that IDs are genuine or that people are who they say they are.',
  },
})
