import { messages } from '../messages.ts'

/** The page in an evidence pack that explains it (PACK-3), in the language of its record. */
export default messages('pack', {
  title: 'Evidence pack of a record',
  between: '{kind} between {parties}, completed {at}.',
  names: '{creator} and {thirdParty}',
  name: '“{name}”',
  ofName: '{name}: {fact}',
  sealed: 'Record {reference}, sealed on {day}',
  shows: 'What it shows, once it is checked',
  asGiven:
    'record.pdf says what the two people typed, ticked and signed, with the times at which the service received it.',
  unchanged: 'Not one byte of it has changed since it was sealed, {at}.',
  stamped: 'An independent time authority confirms that the seal existed at {at}.',
  notStamped: 'No time authority confirms the time of the seal. It comes from the service’s own clock.',
  logged:
    'record.tlog-proof proves its place in the public log of seals. If the operator of the service removed or backdated an entry, everyone who kept a proof of a later state could show it.',
  notWithdrawn: 'Consent had not been withdrawn when this pack was made, {at}.',
  withdrawn: 'Consent was withdrawn at {at} ({by}): see withdrawal.pdf.',
  withdrawing: 'Consent was withdrawn; the addendum about it was not sealed yet when this pack was made.',
  validUntil: 'The consent is valid until {at}, unless it is withdrawn before then.',
  wasValidUntil: 'The consent was valid until {at}.',
  heldThen:
    'A legal hold was set at {setAt} ({by}), so that the photos and identity documents of both stayed with the service; it ended at {endedAt}.',
  held: 'A legal hold was set at {setAt} ({by}), so that the photos and identity documents of both stay with the service until {endsAt}. The service hands them to courts and authorities.',
  known: 'How each thing is known',
  knownLead: 'The record proves no more than this list says.',
  showsNot: 'What it does not show',
  declared: 'That what people declared is true. The list above says what was checked, and by whom.',
  later: 'That consent still held at any later moment. Either person can withdraw it at any time.',
  others: 'The photo and the identity document of the other person: they are not in this pack.',
  check: 'How to check it',
  reader:
    'Open record.pdf in a program that shows signatures. It says whether the document was changed. Most programs do not know the certificate; its fingerprint is below.',
  page: 'Or open this address and choose record.pdf. The file stays on the device; only its fingerprint and the code of the record are sent.',
  program: 'Or without the service: install Node from nodejs.org, open a terminal in this folder, and type',
  programEnds:
    'It lists what it checked and what it could not check, and ends with “Everything that was checked holds.” With this added, it also asks the service whether consent was withdrawn since and whether the log is still the same:',
  trust:
    'The person who gave you this pack could have put another certificate and another program into it. The service has both at these addresses. The fingerprint (SHA-256) of the certificate that sealed this record is',
  files: 'The files',
  named: 'The record names its fingerprint (SHA-256).',
  /** Every file that a pack may contain in addition to this page, by what it is. */
  file: {
    recordPdf:
      'The record: what both typed, ticked and signed, how each thing is known, and the trail of its steps. Sealed.',
    json: 'The same for programs, signed with the key of the seal.',
    recordArchived:
      'record.pdf, byte for byte, followed by a newer timestamp of a time authority. The program takes it in place of record.pdf.',
    proof: 'The proof of its place in the public log of seals.',
    withdrawalPdf: 'The addendum that consent was withdrawn. Sealed.',
    withdrawalArchived: 'withdrawal.pdf, byte for byte, followed by such a timestamp.',
    photo: 'The photo that the person who downloaded this pack gave.',
    id: 'The identity document that the person who downloaded this pack gave.',
    certificate:
      'The certificate of the seal. A certificate from a pack proves nothing on its own: see above.',
    certificates:
      'Every certificate that ever sealed here, with what each key signed about the next one, so that one known certificate leads to the others.',
    program:
      'A program that checks the record without the service. It is one file: read it before you run it.',
  },
})
