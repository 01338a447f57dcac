/** Every file that a pack may have beside the page that explains it, in the order of that page's list. */
export const packFiles = {
  'record.pdf':
    'The record: what both typed, ticked and signed, how each thing is known, and the trail of its steps. Sealed.',
  'record.json': 'The same for programs, signed with the key of the seal.',
  'record-archived.pdf':
    'record.pdf to the last byte, with a newer timestamp of a time authority behind it. The program takes it in place of record.pdf.',
  'record.tlog-proof': 'The proof of its place in the public log of seals.',
  'withdrawal.pdf': 'The addendum that consent was withdrawn. Sealed.',
  'withdrawal.json': 'The same for programs, signed with the key of the seal.',
  'withdrawal-archived.pdf': 'withdrawal.pdf to the last byte, with such a timestamp behind it.',
  'withdrawal.tlog-proof': 'The proof of its place in the public log of seals.',
  'your-photo.jpg': 'The photo that the person who downloaded this pack gave.',
  'your-photo.png': 'The photo that the person who downloaded this pack gave.',
  'your-id.jpg': 'The identity document that the person who downloaded this pack gave.',
  'your-id.png': 'The identity document that the person who downloaded this pack gave.',
  'seal-certificate.pem':
    'The certificate of the seal. One that is in a pack proves nothing by itself: see above.',
  'certificates.json':
    'Every certificate that ever sealed here, with what each key signed of the next: whoever knows one knows the others by it.',
  'check-record.mjs':
    'A program that checks the record without the service. One file, to be read before it is run.',
} as const
export type PackFile = keyof typeof packFiles

/** What the page in a pack says (PACK-3). */
export const packWords = {
  title: 'Evidence pack of a record',
  shows: 'What it shows, once it is checked',
  asGiven:
    'record.pdf says what the two people typed, ticked and signed, with the times at which the service received it.',
  unchanged: (at: string) => `Not one byte of it has changed since it was sealed, ${at}.`,
  stamped: (at: string) => `An independent time authority vouches that the seal was there at ${at}.`,
  notStamped: 'No time authority vouches for the time of the seal: it is that of the service’s own clock.',
  logged:
    'record.tlog-proof proves its place in the public log of seals. Whoever runs the service cannot remove or date back an entry without being found by everybody who kept a proof of a later state.',
  notWithdrawn: (at: string) => `Consent had not been withdrawn when this pack was made, ${at}.`,
  withdrawn: (at: string, by: string) => `Consent was withdrawn at ${at} (${by}): see withdrawal.pdf.`,
  withdrawing: 'Consent was withdrawn; the addendum about it was not sealed yet when this pack was made.',
  held: (by: string, setAt: string, endsAt: string, endedAt: string | null) =>
    endedAt
      ? `A legal hold was set at ${setAt} (${by}), so that the photos and identity documents of both stayed with the service; it ended at ${endedAt}.`
      : `A legal hold was set at ${setAt} (${by}), so that the photos and identity documents of both stay with the service until ${endsAt}. The service hands them to courts and authorities.`,
  known: 'How each thing is known',
  knownLead: 'The record is true to this list, and to no more.',
  showsNot: 'What it does not show',
  declared: 'That what people declared is true. The list above says what was checked, and by whom.',
  later: 'That consent was still there at any later moment. Either of the two can withdraw it at any time.',
  others: 'The photo and the identity document of the other person: they are not in this pack.',
  check: 'How to check it',
  reader:
    'Open record.pdf in a program that shows signatures. It says whether the document was changed. That it does not know the certificate is usual; its fingerprint is below.',
  page: 'Or open this address and choose record.pdf. The file stays on the device; only its fingerprint and the code of the record are sent.',
  program: 'Or without the service: install Node from nodejs.org, open a terminal in this folder, and type',
  programEnds:
    'It lists what it checked and what it could not, and ends with “Everything that was checked holds.” With this behind it, it asks the service too, whether consent was withdrawn since and whether the log is still the same:',
  trust:
    'Whoever gave you this pack could have put another certificate and another program into it. The service has both at these addresses. The fingerprint (SHA-256) of the certificate that sealed this record is',
  files: 'The files',
  named: 'The record names its fingerprint (SHA-256).',
} as const
