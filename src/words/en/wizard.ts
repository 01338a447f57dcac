import { messages } from '../messages.ts'

/** Everything both wizards say (CREATE, AGE, PERSON). */
export default messages('wizard', {
  /** The heading of the age verification. */
  age: {
    title: 'Create Age Confirmation Document',
    lead: 'A record between you and one other person that both of you are adults and who you say you are.',
  },
  checking: 'Checking subscription status...',
  limitTitle: 'Subscription Limit Reached',
  limitText: {
    age: "You've reached your monthly limit for age verifications",
    person: "You've reached your monthly limit for person verifications",
  },
  limitNext:
    'Every verification you create counts, also one that is never completed. The next month begins on {day}.',
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
  askedChoices: {
    usual: 'A photo and an ID',
    readable: 'A photo and a readable ID',
    id_or_wallet: 'A photo, and an ID or a wallet',
    wallet_and_photo: 'A photo and a wallet, no ID',
    wallet_alone: 'Wallets alone, no pictures',
  },
  askedHints: {
    age: {
      usual:
        'Each of you gives a photo and an ID. What can be read in the IDs is said on the record, with what it is worth.',
      readable:
        'As usual, and a program has to be able to read in the other person’s ID that they are 18 or over.',
      id_or_wallet:
        'Each of you gives a photo, and either an ID or a proof of age from a wallet on their phone.',
      wallet_and_photo:
        'Each of you gives a photo, and you prove your ages with wallets on your phones. You may add an ID instead of your own proof.',
      wallet_alone: 'Both of you prove your ages with wallets on your phones. Nobody gives a picture.',
    },
    person: {
      usual: 'The other person gives a photo and an ID. What can be read in it is said on the record.',
      readable:
        'As usual, and a program has to be able to read in the other person’s ID that they are 18 or over.',
      id_or_wallet: 'The other person gives a photo, and either an ID or a proof of age from a wallet.',
      wallet_and_photo: 'The other person gives a photo and proves their age with a wallet.',
      wallet_alone: 'The other person proves their age with a wallet and gives no picture.',
    },
  },
  fullName: 'Full name',
  fullNameHint: 'As on your ID.',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint: 'You must be 18 or older.',
  takePhoto: 'Take a Passport-Style Photo',
  photoTitle: 'Your photo',
  photoHint: 'Face the camera in even light, without a hat or sunglasses, in front of a plain wall.',
  thirdPartyName: "Third party's full name",
  socialMediaName: 'Name on social media',
  socialMediaHint: 'Or on the platform where you met, such as @name.',
  platformAge: 'Age shown on platform',
  claimedAge: 'Age claimed',
  claimedAgeHint: 'Only if they told you another age. Leave it blank if it is the same.',
  optional: 'Optional.',
  platform: 'Platform where you met',
  platformHint: 'A dating app, a social network, a game …',
  thirdPartyEmail: "Third party's email",
  emailHint: 'The other person types this address to open the link.',
  thirdPartyPhone: "Third party's phone",
  additionalTerms: 'Additional terms',
  additionalTermsHint: 'Optional. Your own words; the other person has to agree to them separately.',
  additionalTermsAgain: 'Read them once more: by signing below you sign these too.',
  signature: 'Signature',
  signatureHint: 'Type your full name. A typed name is a simple electronic signature.',
  date: 'Date',
  uploadId: 'Upload a valid ID',
  idTitle: 'Your ID',
  idHint:
    'Passport, driving licence or national ID card. Stored encrypted; the other person sees it only once both of you are done.',
  yourPhoto: 'Your photo',
  yourId: 'Your ID',
  walletTitle: 'Your age',
  useWallet: 'Prove my age with a wallet',
  walletLoading: 'Loading...',

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

  previewTitle: 'Your document',
  previewHint: 'This is what the other person reads and signs.',
  stillUploading: 'Your files are still being uploaded. The link can be made as soon as they have arrived.',
  generate: 'Generate Verification Link',
  allowance: {
    age: '{remaining, plural, =1 {This is the last age verification in your plan this month.} other {This uses one of the # age verifications left in your plan this month.}}',
    person:
      '{remaining, plural, =1 {This is the last person verification in your plan this month.} other {This uses one of the # person verifications left in your plan this month.}}',
  },
  everyCreationCounts: 'Every link you create counts against the month, also one that is never completed.',

  createdText: 'Share this link with the other person to complete verification',
  createdBefore: 'Your earlier attempt did arrive',
  createdBeforeText:
    'A link was created with what you had typed before. Look into your history first: pressing the button again creates another one.',
  savingFailed: 'Error saving data',
  savingFailedText: 'There was a problem saving your verification data',
  linkFailed: 'Error updating link',
  linkFailedText: 'There was a problem saving your verification link',
  creatingFailed: 'Error creating link',
  networkText: 'Please check your connection and try again.',
})
