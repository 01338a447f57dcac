import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** Everything the check page says. */
export default messages('check', {
  title: 'Check a record',
  lead: 'Find out whether a record is one of ours, unchanged, and whether consent was withdrawn since.',
  choose: 'Choose a record',
  drop: 'or drop the PDF or the JSON here; after it, if you like, a photo or ID that was downloaded from that record',
  stays: 'The file stays on your device. Only its fingerprint and the code of the record are sent.',
  checking: 'Checking…',
  recordFirst:
    'This is a picture. First choose the PDF or the JSON of the record that it was given for, then the picture again. Nothing was sent.',
  results: {
    genuine: {
      title: 'Genuine and unchanged',
      text: `This is a document that ${productName} sealed. Not one byte of it has changed since.`,
    },
    changed: {
      title: 'Not the file that was sealed',
      text: 'It names a record of ours, but it was changed, or made to look like one. Do not rely on what it says.',
    },
    evidence: {
      title: 'Given for a record',
      text: 'To the last byte this is a picture that somebody gave for a record of ours. The record names its fingerprint and who gave it.',
    },
    notGiven: {
      title: 'Not given for this record',
      text: 'The record that you checked before has no photo or ID with this fingerprint.',
    },
    exists: {
      title: 'The record exists',
      text: 'The code belongs to a record of ours. To find out whether a paper or a file is that record, unchanged, choose its PDF above.',
    },
    unknown: {
      title: 'Not a record of ours',
      text: `No document that ${productName} sealed has this fingerprint. If it claims to be one, it was changed or made up.`,
    },
  },
  document: 'Document',
  documents: { record: 'Record', withdrawal: 'Withdrawal of consent' },
  pictures: { selfie: 'Photo', id: 'Identity document' },
  sealed: 'Sealed',
  timestamp: 'Timestamp',
  timestamps: {
    none: 'None; the time is that of the service',
    pending: 'Pending',
    granted: 'By an independent time authority',
  },
  seal: 'Seal',
  seals: {
    current: 'Of the key that seals today.',
    former: 'Of a former key of ours, which another followed on',
    selfSigned:
      'We made its certificate ourselves: it shows that one key sealed, and nobody else vouches for whose it is.',
    issued: 'Its certificate was issued by',
  },
  consent: 'Consent',
  holds: 'Not withdrawn',
  withdrawn: 'Withdrawn',
  archived: 'Archived copy',
  archivedText: 'The sealed document to the last byte, protected by a newer timestamp until',
  archivedOver:
    'The sealed document to the last byte, with a newer timestamp behind it. The protection by that timestamp ended on',
  newer: 'There is a later copy of this document, completed with a timestamp.',
  another: 'Check another',
  failed: 'The check did not work',
  network: 'Please check your connection and try again.',
  tooLarge: 'This file is too large to be a record.',
  noFingerprint: 'This browser can only take fingerprints on a secure (https) address.',
  again: 'Try Again',
  meanings: 'What a record says of each person',
  meaningsLead:
    'On its first page stands how each thing is known. A record that is genuine is true to that, and to no more.',
  how: 'Checking without us',
  howLead: 'A record proves itself. These public tools need nothing from us but the certificate.',
  tools: [
    {
      name: 'Any PDF reader that shows signatures',
      text: 'It says whether the document was changed after it was sealed.',
    },
  ],
  commands: [
    { name: 'pdfsig, of the Poppler tools', command: 'pdfsig record.pdf' },
    {
      name: 'Our script, which asks the public log too',
      command: 'node check-record.mjs record.pdf record.json --certificate seal-certificate.pem --origin',
    },
  ],
  checker: 'The script, to read and to run',
  certificate: 'Certificate of the seal',
  certificates: 'All certificates that ever sealed, and when',
  log: 'The public log of seals, and its witnesses',
})
