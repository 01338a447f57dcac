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
  limitNext: 'The next month begins on {day}.',
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
  askedNow: 'You ask for: {choice}',
  change: 'Change',
  askedChoices: {
    usual: 'A photo and an ID',
    readable: 'A photo and a readable ID',
    id_or_kept: 'A photo and an ID, or what’s already known',
    id_or_wallet: 'A photo, and an ID or a wallet',
    wallet_and_photo: 'A photo and a wallet, no ID',
    wallet_alone: 'Wallets alone, no pictures',
  },
  askedFrom: { age: 'From both of you.', person: 'From the other person.' },
  askedHints: {
    usual: 'The record says what we could read in the ID.',
    readable: 'We must be able to read in the other person’s ID that they’re 18 or over.',
    id_or_kept: 'An ID that was read here within a year counts; the record says so.',
    id_or_wallet: 'A phone wallet proves the age.',
    wallet_and_photo: 'A phone wallet proves the age.',
    wallet_alone: 'A phone wallet proves the age.',
  },
  /** Instead of the last three with the tick “Age and name”. */
  askedNameHint: 'A phone wallet proves the age, and the name too if its owner chooses that.',
  /** Instead of these where a proof may come from a bank, an eID or an age key, alone or as well as from a wallet. */
  provenChoices: {
    voucher: {
      id_or_wallet: 'A photo, and an ID, bank or age key',
      wallet_and_photo: 'A photo and a bank or age key, no ID',
      wallet_alone: 'A bank or age key alone, no pictures',
    },
    both: {
      id_or_wallet: 'A photo, and an ID, wallet, bank or age key',
      wallet_and_photo: 'A photo and a wallet, bank or age key, no ID',
      wallet_alone: 'A wallet, bank or age key alone, no pictures',
    },
  },
  provenHints: {
    voucher: 'A bank, an eID or an age key proves the age, as each of you chooses.',
    both: 'A phone wallet, a bank, an eID or an age key proves the age, as each of you chooses.',
  },
  walletName: 'Age and name',
  walletNameHint: 'Each of you can let the wallet show your name too. We compare it with the typed name.',
  provenNameHints: {
    voucher:
      'Each of you can let your bank or eID confirm your name too. We compare it with the typed name. It then counts instead of an ID only if the name agrees, and an age key doesn’t, as it has no name.',
    both: 'Each of you can let your wallet, bank or eID confirm your name too. We compare it with the typed name. A bank or eID then counts instead of an ID only if the name agrees, and an age key doesn’t, as it has no name.',
  },
  askedNameToo: 'Age and name.',
  fullName: 'Full name',
  fullNameHint: 'As on your ID.',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint: 'For example, 17 April 1990. You must be 18 or over.',
  takePhoto: 'Take a Passport-Style Photo',
  photoTitle: 'Your photo',
  photoHint: 'Even light, a plain wall, no hat or sunglasses.',
  thirdPartyName: "Third party's full name",
  socialMediaName: 'Name on social media',
  socialMediaHint: 'For example @name.',
  platformAge: 'Age shown on platform',
  claimedAge: 'Age claimed',
  claimedAgeHint: 'Only if they told you a different age.',
  optional: 'Optional.',
  platform: 'Platform where you met',
  thirdPartyEmail: "Third party's email",
  emailHint: 'They type this address to open the link.',
  thirdPartyPhone: "Third party's phone",
  additionalTerms: 'Additional terms',
  additionalTermsHint: 'Optional. The other person agrees to them separately.',
  additionalTermsAgain: 'Your signature covers these too.',
  signature: 'Signature',
  signatureHint: 'Type your full name.',
  date: 'Date',
  uploadId: 'Upload a valid ID',
  idTitle: 'Your ID',
  idHint: 'Passport, driving licence or ID card. The other person sees it only once you’ve both signed.',
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
  stillUploading: 'You can create the link once your files have arrived.',
  generate: 'Generate Verification Link',
  allowance: {
    age: '{remaining, plural, =1 {This uses your last one this month, even if they never answer.} other {This uses one of your # age verifications left this month, even if they never answer.}}',
    person:
      '{remaining, plural, =1 {This uses your last one this month, even if they never answer.} other {This uses one of your # person verifications left this month, even if they never answer.}}',
  },
  everyCreationCounts: 'Every request you create counts, even if it’s never completed.',

  createdText: 'Share this link with the other person to complete verification',
  createdBefore: 'Your earlier attempt worked',
  createdBeforeText:
    'A link with what you’d typed before is in your history. Pressing the button again creates another one.',
  savingFailed: 'Error saving data',
  savingFailedText: 'There was a problem saving your verification data',
  savingFailedBecause: 'There was a problem saving your verification data: {reason}',
  linkFailed: 'Error updating link',
  linkFailedText: 'There was a problem saving your verification link',
  creatingFailed: 'Error creating link',
})
