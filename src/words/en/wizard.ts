import { messages } from '../messages.ts'

/** The texts of both wizards (CREATE, AGE, PERSON). */
export default messages('wizard', {
  /** The heading of the age verification. */
  age: {
    title: 'Create Age Confirmation Document',
    lead: 'A record that you’re both adults.',
  },
  checking: 'Checking subscription status...',
  limitTitle: 'Subscription Limit Reached',
  limitText: {
    age: "You've reached your monthly limit for age verifications",
    person: "You've reached your monthly limit for person verifications",
  },
  limitNext: 'Every request you create counts, even if it’s never completed. The next month begins on {day}.',
  viewPlans: 'View Subscription Plans',
  upgrade: 'Upgrade Plan',
  backToDashboard: 'Back to Dashboard',
  dataIssue: 'Subscription Data Issue',
  dataIssueText:
    'There was a problem loading your subscription data. Please refresh the page or contact support.',
  tryAgain: 'Try Again',

  stepTitles: {
    1: 'About you',
    2: 'The other person',
    3: 'Sign',
    4: 'Check and share',
  },
  informationRequired: 'Information required',

  asked: 'What you ask for',
  askedNow: {
    usual: 'You ask for: a photo and an ID.',
    readable: 'You ask for: a photo and a readable ID.',
    id_or_kept: 'You ask for: a photo and an ID, or what’s already known.',
    id_or_wallet: 'You ask for: a photo, and an ID or a wallet.',
    wallet_and_photo: 'You ask for: a photo and a wallet, no ID.',
    wallet_alone: 'You ask for: wallets alone, no pictures.',
  },
  change: 'Change',
  askedChoices: {
    usual: 'A photo and an ID',
    readable: 'A photo and a readable ID',
    id_or_kept: 'A photo and an ID, or what’s already known',
    id_or_wallet: 'A photo, and an ID or a wallet',
    wallet_and_photo: 'A photo and a wallet, no ID',
    wallet_alone: 'Wallets alone, no pictures',
  },
  askedHints: {
    age: {
      usual:
        'Each of you gives a photo and an ID. The record says what we could read in them, and what that’s worth.',
      readable:
        'Each of you gives a photo and an ID. Our software must be able to read in the other person’s ID that they’re 18 or over.',
      id_or_kept:
        'Each of you gives a photo and an ID, or uses an ID that was read here within a year. The record says so.',
      id_or_wallet: 'Each of you gives a photo, and an ID or a proof of age from a phone wallet.',
      wallet_and_photo:
        'Each of you gives a photo and proves their age with a phone wallet. You can use an ID instead of your own proof.',
      wallet_alone: 'Both of you prove your age with a phone wallet. No pictures.',
    },
    person: {
      usual: 'The other person gives a photo and an ID. The record says what we could read in it.',
      readable:
        'The other person gives a photo and an ID. Our software must be able to read in it that they’re 18 or over.',
      id_or_kept:
        'The other person gives a photo and an ID, or uses an ID that was read here within a year. The record says so.',
      id_or_wallet: 'The other person gives a photo, and an ID or a proof of age from a phone wallet.',
      wallet_and_photo: 'The other person gives a photo and proves their age with a phone wallet.',
      wallet_alone: 'The other person proves their age with a phone wallet. No pictures.',
    },
  },
  fullName: 'Full name',
  fullNameHint: 'As on your ID.',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint: 'For example, 17 April 1990. You must be 18 or over.',
  takePhoto: 'Take a Passport-Style Photo',
  photoTitle: 'Your photo',
  photoHint: 'Face the camera in even light, no hat or sunglasses, in front of a plain wall.',
  thirdPartyName: "Third party's full name",
  socialMediaName: 'Name on social media',
  socialMediaHint: 'For example @name.',
  platformAge: 'Age shown on platform',
  claimedAge: 'Age claimed',
  claimedAgeHint: 'Only if they told you a different age.',
  optional: 'Optional.',
  platform: 'Platform where you met',
  platformHint: 'A dating app, a social network, a game …',
  thirdPartyEmail: "Third party's email",
  emailHint: 'They type this address to open the link.',
  thirdPartyPhone: "Third party's phone",
  additionalTerms: 'Additional terms',
  additionalTermsHint: 'Optional. In your own words. The other person agrees to them separately.',
  additionalTermsAgain: 'Read them again: your signature covers these too.',
  signature: 'Signature',
  signatureHint: 'Type your full name.',
  date: 'Date',
  uploadId: 'Upload a valid ID',
  idTitle: 'Your ID',
  idHint:
    'Passport, driving licence or ID card. Stored encrypted. The other person sees it only once you’ve both signed.',
  yourPhoto: 'Your photo',
  yourId: 'Your ID',
  walletTitle: 'Your age',
  useWallet: 'Prove my age with a wallet',
  loading: 'Loading...',

  /** The names of fields in the summary of an unfinished step, by their names in the contract. */
  fields: {
    identityConsent: 'Your consent to share',
    selfieDocumentId: 'Your photo',
    fullName: 'Full name',
    dateOfBirth: 'Date of birth',
    thirdPartyName: "Third party's full name",
    thirdPartySocialMediaName: 'Name on social media',
    thirdPartyPlatformAge: 'Age shown on platform',
    thirdPartyClaimedAge: 'Age claimed',
    platformName: 'Platform where you met',
    additionalInformation: 'Additional terms',
    signature: 'Signature',
    signatureDate: 'Date',
    idDocumentId: 'Your ID',
    thirdPartyEmail: "Third party's email",
    thirdPartyPhone: "Third party's phone",
  },

  preview: 'What they read and sign',
  stillUploading: 'Your files are still uploading. You can create the link once they’ve arrived.',
  generate: 'Generate Verification Link',
  allowance: {
    age: '{remaining, plural, =1 {This is the last age verification in your plan this month.} other {This uses one of the # age verifications left in your plan this month.}}',
    person:
      '{remaining, plural, =1 {This is the last person verification in your plan this month.} other {This uses one of the # person verifications left in your plan this month.}}',
  },
  everyCreationCounts: 'Every request you create counts, even if it’s never completed.',

  createdText: 'Share this link with the other person to complete verification',
  createdBefore: 'Your earlier attempt worked',
  createdBeforeText:
    'A link was created with what you’d typed before. Check your history first: pressing the button again creates another one.',
  savingFailed: 'Error saving data',
  savingFailedText: 'There was a problem saving your verification data',
  linkFailed: 'Error updating link',
  linkFailedText: 'There was a problem saving your verification link',
  creatingFailed: 'Error creating link',
  networkText: 'Please check your connection and try again.',
})
