import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of the check page. */
export default messages('check', {
  title: 'Check a record',
  lead: 'See whether a record is ours and unchanged, and whether consent was withdrawn.',
  choose: 'Choose a record',
  drop: 'or drop the PDF or JSON here, then a photo or ID from that record',
  stays: 'The file stays on your device. We only get its fingerprint and the record’s code.',
  checking: 'Checking…',
  recordFirst: 'First choose the PDF or JSON of its record, then the picture again. Nothing was sent.',
  results: {
    genuine: {
      title: 'Genuine and unchanged',
      text: `${productName} sealed it. Not one byte has changed since.`,
    },
    changed: {
      title: 'Not the file that was sealed',
      text: 'It names one of our records, but was changed or made up. Don’t rely on it.',
    },
    evidence: {
      title: 'Given for a record',
      text: 'The picture is unchanged. The record names its fingerprint and who gave it.',
    },
    notGiven: {
      title: 'Not given for this record',
      text: 'The record you just checked has no photo or ID with this fingerprint.',
    },
    exists: {
      title: 'The record exists',
      text: 'To check that a paper or file is that record, unchanged, choose its PDF above.',
    },
    unknown: {
      title: 'Not one of our records',
      text: `${productName} sealed no such document. If it claims to be ours, it was changed or made up.`,
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
  },
  stamped: 'By an independent time authority, {at}',
  seal: 'Seal',
  seals: {
    current: 'Made with our current key.',
    former: 'Made with an earlier key of our service, replaced on {at}.',
    selfSigned: 'We made its certificate ourselves; no one else vouches for it.',
    issued: 'Its certificate was issued by {issuer}.',
  },
  consent: 'Consent',
  holds: 'Not withdrawn',
  withdrawn: 'Withdrawn {at}',
  archived: 'Archived copy',
  archivedText: 'The sealed document, unchanged, protected by a newer timestamp until {at}.',
  archivedOver: 'The sealed document, unchanged, with a newer timestamp. Its protection ended on {at}.',
  newer: 'There’s a later copy of this document, with a timestamp.',
  another: 'Check another',
  failed: 'The check didn’t work',
  tooLarge: 'This file is too large to be a record.',
  noFingerprint: 'This browser can only take fingerprints on a secure (https) address.',
  again: 'Try Again',
  meanings: 'What a record says of each person',
  meaningsLead: 'The first page says how each fact is known. A genuine record proves that, nothing more.',
  experts: 'For experts',
  howLead: 'These public tools only need our certificate.',
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
