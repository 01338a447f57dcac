import { messages } from '../messages.ts'

/** The terms in a record: the same on paper, on the screen and in mails. */
export default messages('record-words', {
  parties: { creator: 'Creator', third_party: 'Third party' },
  /** The same in the middle of a sentence. */
  ofParties: { creator: 'creator', third_party: 'third party' },
  kinds: {
    age: 'Age and identity verification',
    person: 'Person verification',
  },
  actors: {
    creator: 'Creator',
    third_party: 'Third party',
    visitor: 'Visitor',
    system: 'Service',
  },
  /** Above the terms that a person added, where the service's own text ends (RECORD-52). */
  addedTerms: 'In the words of {creator}, who created the request. This service did not write or check them.',
  evidence: { selfie: 'Photo', id: 'Identity document' },
  /** The same in the middle of a sentence. */
  ofEvidence: { selfie: 'photo', id: 'identity document' },
  fileTypes: {
    'image/jpeg': 'JPEG',
    'image/png': 'PNG',
    'application/pdf': 'PDF',
  },
  /** The strength of each proof of the third party's address, in plain words. */
  emailProofs: {
    matched:
      'The address was typed in and is the one that was invited. No check was made of who reads its email.',
    code: 'A code emailed to the address was entered.',
  },
  events: {
    created: 'Created',
    invited: 'Invitation queued',
    mail_accepted: 'Accepted by the email server',
    mail_refused: 'Email not accepted',
    address_corrected: 'Email address corrected',
    code_sent: 'Code queued',
    code_refused: 'Wrong code',
    opened: 'Link opened',
    gate_passed: 'Gate passed',
    gate_refused: 'Other email refused',
    uploaded: 'File uploaded',
    wallet_proven: 'Age proven by a wallet',
    wallet_refused: 'Answer of a wallet refused',
    voucher_proven: 'Age confirmed by a bank, an eID or an age key',
    voucher_refused: 'Answer of a bank, an eID or an age key refused',
    submission_refused: 'Submission refused',
    submitted: 'Signed and submitted',
    verified: 'Completed',
    sealed: 'Sealed',
    declined: 'Declined',
    not_completed: 'Not completed',
    cancelled: 'Cancelled',
    expired: 'Expired',
    viewed: 'Viewed',
    downloaded: 'Downloaded',
    withdrawn: 'Consent withdrawn',
    hold_set: 'Legal hold set',
    hold_lifted: 'Legal hold lifted',
    hold_ended: 'Legal hold ended',
    files_withheld: 'Photos and IDs locked and kept by a legal hold',
    held_files_taken: 'Held photos and IDs taken out by the operator',
    files_destroyed: 'Photos and IDs deleted',
    clock_set_back: 'Clock of the service set back',
  },
  details: {
    emailProof: { matched: 'address typed', code: 'emailed code entered' },
    mail: {
      invitation: 'invitation',
      code: 'code',
      record: 'record',
      withdrawal: 'withdrawal',
      reminder: 'reminder',
      not_completed: 'notice that it was not completed',
      cancelled: 'notice that it was taken back',
      expired: 'notice that it expired',
      new_link: 'new link to the record',
      hold_set: 'notice of a legal hold',
      hold_ended: 'notice that a legal hold ended',
    },
    party: { creator: 'to the creator', third_party: 'to the third party' },
    reason: {
      address_refused: 'address refused',
      message_refused: 'message refused',
      gave_up: 'no email server accepted it for days',
      limited: 'not sent, the address had too many emails',
    },
    category: { selfie: 'photo', id: 'identity document' },
    openedIn: { submitting_browser: 'opened in the browser that submitted' },
    because: {
      time: 'its time was over',
      withdrawal: 'the person who set it withdrew consent',
      erasure: 'the account of the person who set it was erased',
    },
  },
  /** An instant, with its day in words. */
  instant: '{day}, {time} UTC',
  timesMore: '{count} more until {at}',
  clock: {
    unknown: 'It is not known whether it was synchronised.',
    synchronised: 'Synchronised when this was made, according to {source} on the server.',
    unsynchronised: 'Not synchronised when this was made, according to {source} on the server.',
  },
  /** The hints in a record. */
  oddities: {
    /** The title above the hints in a record. */
    title: 'Worth checking',
    /** In a sentence about another person. */
    signature: {
      creator: 'The creator signed with a different name from the one in this record.',
      third_party: 'The third party signed with a different name from the one in this record.',
    },
    sameFile: {
      creator: 'The creator gave the same file as their photo and as their identity document.',
      third_party: 'The third party gave the same file as their photo and as their identity document.',
    },
    sameFileOfBoth:
      'Both people gave the same file: as the creator’s {one} and as the third party’s {other}.',
    shared: {
      same_document: 'Both people gave the same identity document.',
      same_identity: 'Both people were confirmed as the same person, by one bank, eID or age key.',
      same_network: 'Both people used the same network, such as one Wi-Fi or one mobile provider.',
      same_browser: 'Both people used the same browser.',
    },
    /** The same, for the person whose record will have the hint. */
    own: {
      signature:
        'The record has the name {name}. You can still sign as you typed; the record will note the difference.',
      sameFile: 'Your photo and your ID are the same file. You can go on; the record will say so.',
      shared: {
        same_document: 'The other person gave this ID too. You can go on; the record will say so.',
        same_identity:
          'The other person was confirmed with this same identity. You can go on; the record will say so.',
        same_network:
          'You’re on the same network as the other person was, such as one Wi-Fi or mobile provider. That’s fine; the record will say so.',
        same_browser:
          'The other person made this request in this browser. That’s fine; the record will say so.',
      },
      /** The same, for things that arose after the form was opened: both people are known by then. */
      untold: {
        same_document: 'You both gave the same ID. The record will say so.',
        same_identity: 'You were both confirmed as the same person. The record will say so.',
        same_network: 'You both used the same network. The record will say so.',
        same_browser: 'You both used the same browser. The record will say so.',
      },
    },
  },
})
