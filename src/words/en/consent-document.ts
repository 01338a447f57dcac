import { messages } from '../messages.ts'

/** The headings and labels of the consent document (FORM-4). */
export default messages('consent-document', {
  parties: 'The parties',
  creator: 'Creator',
  thirdParty: 'Third party',
  howKnown: 'How each thing is known',
  since: 'Since {at}',
  /** Before a hint, as above those of a record. */
  worthChecking: 'Worth checking:',
  fullName: 'Full name',
  dateOfBirth: 'Date of birth',
  name: 'Name',
  socialMediaName: 'Name on social media',
  platform: 'Platform',
  platformAge: 'Age shown on platform',
  claimedAge: 'Age claimed',
  sameAsPlatformAge: 'Same as shown',
  erased: 'Erased',
  notGiven: 'Not given',
  fullText: 'Consent text',
  version: 'Text version {version}',
  unknownVersion: 'The text of this version is not known to this page. Please reload it.',
  /** Beside a person's own terms in another language than the page. */
  notTranslated: 'We don’t translate what {name} wrote. Don’t sign what you can’t read.',
  /** Above the other person's text, where the two signed in different languages. */
  otherText: 'The text that the other person signed, in {language}',
  bound: 'Nobody is bound to more than the text that they signed says.',
  additionalTerms: 'Additional terms',
  signatures: 'Signatures',
  signature: 'Signature',
  printedName: 'Printed name',
  date: 'Date',
  notSigned: 'Not signed yet',
})
