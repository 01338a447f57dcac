import type { SubmissionFault } from '../../../../domain/verification/submission.ts'

/** Everything the form behind the gate says. */
export const formWords = {
  lead: (name: string) =>
    `${name} made this document and has signed it. Read it, then decide whether to sign it too.`,
  progress: (done: number) => `${done} of 5 done`,

  shareTitle: 'Share your identity',
  shareWith: 'With whom',
  shareWhat: 'What',
  shareHow: 'How long',
  shareWithText: (name: string) => `${name}, and nobody else.`,
  shareWhatText:
    'The photo you take, the ID you add, and your typed name, once you press Submit Verification.',
  shareHowText: (retentionDays: string, linkLifeDays: string) =>
    `Encrypted. Your photo and ID are destroyed ${retentionDays} days after you submit; the signed document stays. If you decline, or do not finish before the link closes ${linkLifeDays} days after it was made, what you added is destroyed.`,

  photoTitle: 'Your photo',
  takePhoto: 'Take a Photo of Yourself',
  photoHint: 'Face the camera in even light, so that you can be compared with your ID.',
  yourPhoto: 'Your photo',
  idTitle: 'Your government ID',
  idHint:
    'Passport, driving licence or national ID card. Cover numbers that show neither your age nor your name, if you like.',
  uploadId: 'Upload a government ID',
  yourId: 'Your ID',
  signTitle: 'Your signature',
  signature: 'Signature',
  signatureHint: 'Type your full name. A typed name is a simple electronic signature.',
  confirmTitle: 'Your decision',
  addedTerms: (name: string) => `${name} added terms of their own. They are in the document above.`,

  missingTitle: 'Still missing',
  missing: {
    'Missing selfie': 'Your photo',
    'Missing ID document': 'Your government ID',
    'Missing signature': 'Your signature',
    'Consent required': 'Your confirmation',
    'Agreement required': 'Your agreement to the terms',
    'Identity consent required': 'Your consent to share',
  } satisfies Record<SubmissionFault, string>,
  faults: {
    'Missing selfie': 'Please take a photo of yourself',
    'Missing ID document': 'Please upload a government ID',
    'Missing signature': 'Please type your full name as your signature',
    'Consent required': 'Please confirm that you consent willingly',
    'Agreement required': 'Please agree to the additional terms',
    'Identity consent required': 'Please confirm your consent to identity sharing',
  } satisfies Record<SubmissionFault, string>,
  uploading: 'Your files are still being uploaded.',
  beforeSubmit: (name: string) =>
    `Submitting signs the document and shows your photo, ID and signature to ${name}.`,
  submit: 'Submit Verification',
  submitting: 'Submitting...',
  submitFailed: 'Verification failed',
  submitFailedText: 'There was a problem submitting your verification',
  network: 'Network error',
  networkText: 'Please check your connection and try again.',
  textChanged: 'Reload the page',
  submitted: 'Verification successful',
  submittedText: 'Thank you for verifying the consent form',
  completedNext:
    'We mail a link to your own sealed copy to your email address once it is sealed, unless that mailbox had very many from us today. You can close this page: what you typed is no longer kept in this browser.',

  declineHint: 'You do not have to sign, and you need no reason.',
  decline: 'Decline',
  declineTitle: 'Decline this request?',
  declineText: (name: string) =>
    `What you added here is destroyed at once. ${name} sees that the request was rejected, and nothing more.`,
  declineReason: 'Reason',
  declineReasonHint: 'Optional and private: only the operator of this service can read it.',
  declineConfirm: 'Decline request',
  declineKeep: 'Go back',
  declineFailed: 'The request could not be declined',
  declined: 'You declined this request',
  declinedText: 'What you added was destroyed, and the link no longer works. You can close this page.',

  awaiting: 'Awaiting Third Party Verification',
  awaitingText: 'You made this document. Share the link with the other person, who has to complete it.',
  verifiedOwnerText: 'Both of you have signed.',
  openRecord: 'Open the full record',
} as const
