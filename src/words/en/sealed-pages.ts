import { messages } from '../messages.ts'

/**
 * The sentences of sealed pages (RECORD). Records of earlier formats keep theirs: a change of what a record says needs a
 * new format, and the earlier text stays here for the earlier ones (docs/record-format.md).
 */
export default messages('sealed-pages', {
  /** The title in the properties of the file. */
  documentTitles: { record: 'Sealed record · {product}', withdrawal: 'Withdrawal of consent · {product}' },
  titles: {
    age: 'Record of age and identity verification',
    person: 'Record of person verification',
    withdrawal: 'Withdrawal of consent',
  },
  completed: 'Completed by both parties on {at}',
  unprintable:
    'Characters that cannot be seen, and those that no font of this document has, are shown by their Unicode numbers, such as [U+0B95]. The JSON copy of this record has the characters themselves.',
  page: 'Page {page} of {count}',
  qr: {
    caption: 'Check this record',
    description: 'QR code that opens the page on which this record can be checked',
  },
  /** Below a signature. */
  signed: 'Signed {at}',
  signersDay: 'The day on their calendar: {day}',
  /** Below the two names: the limits of a record, as the summary of the consent text says them (RECORD-53). */
  asTyped: 'Names and signatures are as the two people typed them.',
  labels: {
    record: 'Record',
    created: 'Created',
    validUntil: 'Valid until',
    timestamp: 'Timestamp',
    pattern: 'Pattern',
    dateOfBirth: 'Date of birth',
    email: 'Email',
    socialMedia: 'Social media',
    platform: 'Platform',
    ageShown: 'Age shown',
    ageClaimed: 'Age claimed',
    emailProof: 'Email proof',
    kind: 'Kind',
    completed: 'Completed',
    withdrawn: 'Withdrawn',
    withdrawnBy: 'Withdrawn by',
    seal: 'Seal',
    certificate: 'Certificate (SHA-256)',
    issuedBy: 'Issued by',
    log: 'Log',
    logRoot: 'Log root',
    drawn: 'Drawn',
    clock: 'Clock',
    revision: 'Revision',
    textHash: 'SHA-256 of the text',
    ticked: 'Ticked',
  },
  timestamps: {
    granted: 'An independent time authority (RFC 3161) stamped the seal. Its timestamp is inside this file.',
    pending: 'Timestamp pending',
    none: 'None. The times in this document are those of the service.',
  },
  pendingText:
    'The time authority had not answered when this document was sealed. A copy with its timestamp takes this one’s place as soon as it does; this one stays valid.',
  /** Where the lines are that a record has on its pages, but not in the file itself. */
  pattern:
    'Drawn from the fingerprint of this file, so the file can’t contain it. The page that checks this record shows it.',
  headings: {
    howKnown: 'How each thing is known',
    parties: 'The parties',
    agreed: 'What was agreed',
    /** Where the two signed it in different languages. */
    agreedBy: { creator: 'What the creator agreed to', third_party: 'What the third party agreed to' },
    terms: 'Additional terms',
    ticked: 'Statements ticked',
    evidence: 'Evidence',
    trail: 'Audit trail',
    trailSince: 'Audit trail since the completion',
    check: 'How to check this document',
    withdrawnRecord: 'The record',
    sealedRecord: 'The sealed record',
    withdrawn: 'Consent withdrawn',
  },
  columns: {
    what: 'What',
    ofWhom: 'Of whom',
    howKnown: 'How it is known',
    since: 'Since',
    file: 'File',
    type: 'Type',
    sha256: 'SHA-256',
    number: 'No.',
    time: 'Time',
    event: 'What happened',
    by: 'By',
    rowHash: 'Hash of the row',
    sealed: 'Sealed',
    pdfSha256: 'SHA-256 of the PDF',
  },
  /** Separates the service's own statements from the two people's entries (RECORD-53). */
  typed:
    'Names, ages and accounts are as the two people typed them. How each thing is known is said above, by the service.',
  emailConfirmed: 'Confirmed by an emailed link',
  emailNotConfirmed: 'Not confirmed',
  textVersion: '{title}, version {version}.',
  /** Which text each person signed. The languages are named in the language of the page. */
  languages: {
    same: 'Both signed the consent text in {language}.',
    different: 'The creator signed the consent text in {creator}, the third party in {thirdParty}.',
    /** After either of them. */
    bound: 'Nobody is bound to more than the text that they signed says.',
    signedIn: 'In {language}, as it was read and signed.',
  },
  noTerms: 'None.',
  partyFile: '{party}: {file}',
  noFiles: 'Neither party gave a photo or an identity document.',
  files:
    'Photos and identity documents are not part of this record. Their fingerprints are. Each fingerprint is of the stored picture, byte for byte, so a person who downloaded the picture can show that it is the one that was given.',
  moreRows: 'and {count} more of these',
  check:
    'Open {address} or scan the code on the first page. Any PDF reader, or the free tool pdfsig, shows whether the seal is unbroken. The seal belongs to the certificate below, and the fingerprint of this file is entered in a public log that can only grow; the state of that log just before is below too.',
  seal: 'PAdES, ECDSA P-256 with SHA-256',
  selfSigned:
    'The service itself. The certificate shows that one key sealed; no authority vouches for whose key it is.',
  logState: '{size} documents on {at}',
  withdrawal: {
    subtitle: 'Addendum to the record completed on {at}',
    text: {
      creator:
        'The creator withdrew their consent on {at}. From then on the record shows what was agreed before, and no longer that it holds.',
      third_party:
        'The third party withdrew their consent on {at}. From then on the record shows what was agreed before, and no longer that it holds.',
    },
    stays: 'The sealed record stays what it is: proof of what both parties stated when they signed.',
    held: 'The photos and identity documents were locked with the withdrawal: a legal hold keeps them, until {until} at the latest.',
    destroyed: 'The photos and identity documents were destroyed with the withdrawal.',
  },
  /** The words of records of the first format (`sealed-record/2`). */
  first: { signed: 'Signed at {at}; their local date was {day}' },
})
