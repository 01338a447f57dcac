import { holdDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'

/** Everything the form behind the gate says. */
export default messages('form', {
  whoTitle: 'Who asks',
  creator:
    '{name}, born on {bornOn}, made this document and has signed it. Read it, then decide whether you do.',
  knownAs: 'They know you as {name}, {socialMediaName} on {platform}.',
  ageShown: 'Age shown on platform: {age}.',
  ageClaimed: 'Age claimed: {age}.',
  steps: {
    asked: 'Who asks',
    text: 'The text',
    photo: 'Your photo',
    age: 'Your ID',
    wallet: 'Your age',
    sign: 'Sign',
  },
  titles: {
    asked: 'What {name} asks of you',
    text: 'The text that you would sign',
    sign: 'Sign and decide',
  },
  later: 'You can also give this later: the end lists what is missing.',

  summaryTitle: 'In five sentences',
  summaryNot: 'The whole text counts, not this summary.',
  contentsTitle: 'What is in it',
  readText: 'Read the text',
  readWhole: 'Read the whole text',
  wholeText: 'The whole text',
  closeText: 'Close the text',

  askedTitle: 'What is asked for',
  askedPhoto: 'A photo of yourself.',
  askedId: 'A government ID.',
  askedIdOrWallet: 'A government ID, or a proof from a wallet in its place.',
  askedSignature: 'Your typed name as your signature.',
  toldByWallet:
    '{name} and the record learn that you are 18 or over, and how that is known. Neither is told your birth date.',
  toldByRecord:
    'The record says how your age is known, and not your birth date. Your ID shows it: see below who can open that.',

  shareTitle: 'Share your identity',
  shareWith: 'With whom',
  shareWhat: 'What',
  shareHow: 'How long',
  shareWithText: '{name}, companies that work for us, and authorities by law.',
  shareOpen: 'What they open',
  shareWhatText: {
    nothing: 'Your typed name and how each thing is known, once you press Submit Verification.',
    photo: 'Your typed name, your photo, and how each thing is known, once you press Submit Verification.',
    id: 'Your typed name, your ID, and how each thing is known, once you press Submit Verification.',
    maybeId:
      'Your typed name, your ID, if you add one, and how each thing is known, once you press Submit Verification.',
    photoAndId:
      'Your typed name, your photo and your ID, and how each thing is known, once you press Submit Verification.',
    photoAndMaybeId:
      'Your typed name, your photo and your ID, if you add one, and how each thing is known, once you press Submit Verification.',
  },
  picturesUntil: `Pictures are destroyed {retentionDays} days after you submit, or after a legal hold of ${holdDays} days.`,
  documentStays:
    'The signed document stays. If you decline, or the link closes first ({linkLifeDays} days after it was made), what you added is destroyed.',

  files: {
    photo: {
      opens:
        '{name}’s plan lets them open your photo, from when you submit until the files are destroyed or locked.',
      after: '{name} can then open your photo.',
      locked:
        '{name}’s present plan does not open your photo. A paid plan later would, until the files are destroyed or locked.',
      afterLocked: '{name} cannot open your photo on their present plan; on a paid plan later they could.',
    },
    id: {
      opens:
        '{name}’s plan lets them open your ID, from when you submit until the files are destroyed or locked.',
      after: '{name} can then open your ID.',
      locked:
        '{name}’s present plan does not open your ID. A paid plan later would, until the files are destroyed or locked.',
      afterLocked: '{name} cannot open your ID on their present plan; on a paid plan later they could.',
    },
    maybeId: {
      opens:
        '{name}’s plan lets them open your ID, if you add one, from when you submit until the files are destroyed or locked.',
      after: '{name} can then open your ID, if you add one.',
      locked:
        '{name}’s present plan does not open your ID, if you add one. A paid plan later would, until the files are destroyed or locked.',
      afterLocked:
        '{name} cannot open your ID, if you add one on their present plan; on a paid plan later they could.',
    },
    photoAndId: {
      opens:
        '{name}’s plan lets them open your photo and your ID, from when you submit until the files are destroyed or locked.',
      after: '{name} can then open your photo and your ID.',
      locked:
        '{name}’s present plan does not open your photo and your ID. A paid plan later would, until the files are destroyed or locked.',
      afterLocked:
        '{name} cannot open your photo and your ID on their present plan; on a paid plan later they could.',
    },
    photoAndMaybeId: {
      opens:
        '{name}’s plan lets them open your photo and your ID, if you add one, from when you submit until the files are destroyed or locked.',
      after: '{name} can then open your photo and your ID, if you add one.',
      locked:
        '{name}’s present plan does not open your photo and your ID, if you add one. A paid plan later would, until the files are destroyed or locked.',
      afterLocked:
        '{name} cannot open your photo and your ID, if you add one on their present plan; on a paid plan later they could.',
    },
  },

  photoTitle: 'Your photo',
  takePhoto: 'Take a Photo of Yourself',
  photoHint: 'Face the camera in even light, without a hat or sunglasses.',
  yourPhoto: 'Your photo',
  idTitle: 'Your government ID',
  ageTitle: 'Your age',
  idHintRead:
    'Passport, driving licence or national ID card. A program here reads your age from the lines of letters and < or from the barcode, so leave those uncovered. What it reads is forgotten.',
  idHint:
    'Passport, driving licence or national ID card. Cover numbers that show neither your age nor your name, if you like.',
  uploadId: 'Upload a government ID',
  yourId: 'Your ID',
  useWallet: 'Prove my age with a wallet',
  walletToo: 'Prove my age with a wallet as well',
  walletLoading: 'Loading...',
  signature: 'Signature',
  signatureHint: 'Type your full name. A typed name is a simple electronic signature.',
  addedTerms: '{name} added terms of their own:',

  missingTitle: 'Still missing',
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
  uploading: 'Your files are still being uploaded.',
  beforeSubmit:
    'Submitting signs the document. {name} then has the record with your typed name, and with how each thing is known.',
  submit: 'Submit Verification',
  submitting: 'Submitting...',
  submitFailed: 'Verification failed',
  submitFailedText: 'There was a problem submitting your verification',
  network: 'Network error',
  networkText: 'Please check your connection and try again.',
  textChanged: 'Reload the page',
  takeUpFailed: 'This page is not up to date',
  takeUpFailedText: 'What you proved is kept, but it could not be shown here. Nothing that you gave is lost.',
  takeUpAgain: 'Try again',
  submitted: 'Verification successful',
  submittedText: 'Thank you for verifying the consent form',
  completedNext:
    'We mail a link to your own sealed copy to {email} once it is sealed, unless that mailbox had very many from us today. If it does not come, or is lost, have another one sent. You can close this page: what you typed is no longer kept in this browser.',
  completedAccount:
    'If you have an account that confirmed this address, or make one later and confirm it, the record is in its history too, until you close it.',

  declineHint: 'You may decline at any step.',
  decline: 'Decline',
  declineTitle: 'Decline this request?',
  declineText:
    'What you added here is destroyed at once. {name} sees that the request was rejected, and nothing more.',
  declineReason: 'Reason',
  declineReasonHint: 'Optional and private: only the operator of this service can read it.',
  declineConfirm: 'Decline request',
  declineKeep: 'Go back',
  declineFailed: 'The request could not be declined',
  declined: 'You declined this request',
  declinedText: 'What you added was destroyed, and the link no longer works. You can close this page.',

  underAge: 'This request has ended',
  underAgeText:
    'What you gave says that you are under 18, and this service is for adults. Everything that was added to the request was destroyed. {name} learns that it was not completed, and not why.',

  awaiting: 'Awaiting Third Party Verification',
  awaitingText: 'You made this document. Share the link with the other person, who has to complete it.',
  verifiedOwnerText: 'Both of you have signed.',
  openRecord: 'Open the full record',
  /** A summary of the consent text in five sentences (FORM-15); the parts that each stands for are in the domain. */
  summary: {
    adults: 'Both of you state that you are at least 18, and that what you give is true and your own.',
    aRecord: 'It is a record. It is not consent to any act, meeting or relationship.',
    withdrawable:
      'You may decline, and later withdraw for the future, without giving a reason. Withdrawing does not erase that the record was made.',
    stored:
      'Photos and IDs are stored encrypted and used for this record alone. Neither of you may pass them on, except to a court, an authority or a legal adviser.',
    unchecked:
      'The service does not check IDs with the authorities that issued them, and does not promise that anybody is who they say they are.',
  },
})
