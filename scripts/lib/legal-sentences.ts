/** Who keeps a sentence of the legal texts: the clauses that tests hold, or people, where no program can, and why. */
type Keeper = string[] | { people: string }

const law = { people: 'says what the law is, and promises nothing of the program' }
const reader = { people: 'asks something of whoever reads it' }

/** Every sentence of the privacy policy and of the terms (PRIVACY-24), with the times and addresses of the test. */
export const keepers: Record<string, Keeper> = {
  // The privacy policy: who, account
  'Assent is responsible for the data described here.': law,
  'Write to help@assent.example about anything on this page.': ['PUBLIC-11', 'PRODUCT-6'],
  'When you register we store your full name, email address, date of birth, address, sex assigned at birth and phone number.':
    ['SIGNUP-1', 'SIGNUP-8', 'PRIVACY-1'],
  'Your password is stored only as an argon2id hash, from which it cannot be read back.': ['PASSWORD-5'],
  'For every device you sign in on, we store when you signed in, when it was last used, its network address and what its browser calls itself.':
    ['SETTINGS-6', 'PRIVACY-1'],
  'You see this list in your settings and can sign each device out.': ['SETTINGS-6'],
  'We need this to give you an account, to keep strangers out of it, and to make sure that only adults register.':
    ['SIGNUP-5'],
  'The legal basis is our contract with you, and for security our legitimate interest in it.': law,

  // Verifications
  'For a verification we store what the two of you type: names, the date of birth of the person who asks, the platform where you met, your names there, the invited person’s email address and, if given, phone number, additional terms, and your typed signatures with their dates.':
    ['AGE-5', 'PERSON-7', 'SUBMIT-5'],
  'We store the photos and identity documents that each of you provides.': ['AGE-6', 'SUBMIT-8'],
  'Pictures are encoded anew, which removes hidden details such as the place where they were taken.': [
    'UPLOAD-5',
  ],
  'An identity document may be read by a program on our own server, and a wallet may be asked whether its holder is 18 or over.':
    ['READING-1', 'WALLET-2'],
  'We keep that this was so, when, the kind of document and the state that issued it, or the name of the wallet’s issuer, whether you are 18 or over, whether the name agrees, and whether both of you gave the same document: nothing else of what was read, and no date of birth or number from it.':
    ['READING-8', 'WALLET-3', 'EVIDENCE-7'],
  'Until a request ends we keep keyed hashes of the document, the network and the browser of the person who made it, and compare them with those of the invited person.':
    ['EVIDENCE-18', 'EVIDENCE-20'],
  'That of a document which was read and not used in a request is deleted after three days.': ['EVIDENCE-20'],
  'The record names what both of you had, and the hashes are gone.': ['EVIDENCE-18', 'EVIDENCE-20'],
  'We store a history of every step with its time: who created, opened, uploaded, signed, declined, cancelled or withdrew.':
    ['TRAIL-1', 'TRAIL-2', 'SUBMIT-5'],
  'Each entry is sealed together with the one before.': ['TRAIL-1', 'TRAIL-4'],
  'The legal basis is consent, which each of you gives before signing and can withdraw at any time for the future.':
    ['FORM-7', 'RECORD-12'],

  // Invited
  'You need no account.': ['PRODUCT-1', 'GATE-8'],
  'Somebody who knows you typed your name and your email address to invite you.': ['AGE-2', 'AGE-4'],
  'Until that address is typed in, the page shows nothing personal.': ['GATE-3', 'GATE-4'],
  'It may also ask for a code that we mail there.': ['GATE-9'],
  'A record that you complete is also in the history of an account with that email address, once that account has confirmed it and unless an earlier one was closed since.':
    ['RECORD-22', 'HISTORY-9'],
  'You can decline.': ['STATE-9'],
  'Then nothing you uploaded is shown to the person who invited you, and it is destroyed.': [
    'STATE-7',
    'STATE-9',
  ],
  'When a request was declined, cancelled or closed by time, what was typed about you is erased 30 days later.':
    ['PRIVACY-15'],
  'You need not wait for that.': ['PRIVACY-23'],
  'Without an account you can see what is held about your email address, download it, and erase what is no sealed record, once you have typed the code that we mail there.':
    ['PRIVACY-20', 'PRIVACY-21', 'PRIVACY-23'],

  // Feedback
  'If you rate Assent from 1 to 5, we store the rating, your comment as you typed it, and the time: with your account if you are signed in, and otherwise without anything that says who you are.':
    ['FEEDBACK-1', 'FEEDBACK-2', 'FEEDBACK-3'],
  'Only we read it.': ['FEEDBACK-7'],
  'The legal basis is our legitimate interest in a better service.': law,

  // Sharing
  'The two parties of a verification see each other’s details, and once it is complete, as far as the creator’s plan allows, each other’s photo and identity document.':
    ['FORM-2', 'OWNER-3', 'OWNER-4'],
  'Companies that work for us under contract see only what they need: the one that runs our servers, the one that carries our mail, and the payment provider.':
    {
      people:
        'contracts of whoever runs the installation; files are encrypted before they leave the server (UPLOAD-8)',
    },
  'Card details go to the payment provider directly; we never see them.': ['PAY-1', 'PAY-17'],
  'We hand data to courts and authorities only where the law obliges us to.': {
    people:
      'decided by whoever runs the installation; there is no page or call for administrators (PRODUCT-5)',
  },
  'We do not sell data, show no advertising, use no trackers and train no software with your data.': {
    people: 'decided by whoever runs the installation; scripts run only from our own origin (PAGE-14)',
  },
  'We do not compare or measure faces by computer.': {
    people: 'no part of the program does, and decision 049 says why',
  },
  'If you have your identity document checked by a provider, that company compares your face with it; we keep its verdicts and nothing that it saw.':
    ['PROVIDER-2', 'PROVIDER-5', 'PROVIDER-6'],

  // Retention
  'A link that nobody completes closes after 30 days.': ['STATE-6'],
  'A verification that you began and did not create is kept for 7 days after your last change, encrypted, with its files.':
    ['DRAFT-3', 'DRAFT-4'],
  'You can destroy it at once.': ['DRAFT-7'],
  'What was uploaded for it is then destroyed.': ['STATE-6', 'STATE-7'],
  'Photos and identity documents are destroyed 90 days after their verification was completed, or at once when one of you withdraws, unless a legal hold keeps them.':
    ['RECORD-13', 'RECORD-14', 'HOLD-4'],
  'Either of you can set a legal hold, once, with a reason that the other one reads.': [
    'HOLD-1',
    'HOLD-2',
    'HOLD-3',
  ],
  'Then photos and identity documents are kept for 180 days from that day, also when the other one withdraws or closes their account.':
    ['HOLD-3', 'HOLD-4'],
  'Once their normal time is over they are locked: neither of you can open the other’s, and we hand them to courts and authorities only.':
    ['HOLD-6', 'HOLD-10'],
  'We keep them for legal claims (Article 17(3)(e) of the GDPR).': law,
  'The reason is deleted 30 days after the hold has ended.': ['HOLD-11'],
  'The record itself stays, for both parties: the details, the signed text, the signatures, the history, and fingerprints of the files.':
    ['RECORD-2', 'RECORD-14', 'PRIVACY-12'],
  'A fingerprint shows later whether a file is the same one; the picture cannot be made from it.': [
    'RECORD-17',
  ],
  'The link to the record in the completion mail works for 30 days; a new one can be asked for.': [
    'RECORD-8',
  ],
  'Withdrawn consent is added to the record.': ['RECORD-12'],
  'It does not erase that the record was made.': ['RECORD-13'],
  'An account that you close is erased 7 days later; logging in before that keeps it.': [
    'PRIVACY-11',
    'PRIVACY-12',
  ],
  'Then your profile, photos and identity documents, sessions, mails, copies and feedback are gone; what another person’s legal hold keeps goes when that ends.':
    ['PRIVACY-12', 'HOLD-4'],
  'A sealed record stays with the other party, who needs it as proof.': ['PRIVACY-12'],
  'A copy of your data is destroyed 24 hours after it was made.': ['PRIVACY-6'],
  'What became of a mail is forgotten 30 days after it ended.': ['PRIVACY-17'],
  'Feedback is deleted with the account that gave it.': ['FEEDBACK-5', 'PRIVACY-12'],
  'Feedback that you gave without signing in is linked to nobody, and stays.': ['FEEDBACK-2', 'FEEDBACK-5'],

  // Security
  'Photos and documents are encrypted before they are stored, each bound to its place, and are opened only through addresses that work for two hours at most; a copy of your data that you ask for, through one that works for 24 hours.':
    ['UPLOAD-8', 'UPLOAD-11', 'PRIVACY-6', 'PRIVACY-7'],
  'Passwords are hashed, sign-in tokens are short-lived, and repeated guesses are slowed down.': [
    'PASSWORD-5',
    'SESSION-4',
    'SIGNIN-8',
  ],
  'The pages with personal content make copying harder.': ['PROTECT-1', 'PROTECT-2'],
  'Nobody can prevent that a person with a second camera takes a picture of a screen; only share what you would show.':
    reader,

  // Browser
  'Your sign-in, in local storage, until you log out.': ['SESSION-1', 'SHELL-6'],
  'A cookie in the browser in which you create a request, which we compare with the browser of the invited person.':
    ['PRIVACY-25'],
  'It lasts 30 days.': ['PRIVACY-25'],
  'A cookie that remembers for 7 days whether the sidebar is open.': ['SHELL-2'],
  'What you typed into an unfinished form, until it is saved, signed or you log out, and what opens a request or a record for you, in this tab only.':
    ['FORM-13', 'DRAFT-9', 'CREATE-20'],
  'A page that tells you when there is no network.': ['PAGE-12'],
  'There are no advertising or analytics cookies, so there is no banner to click away.': ['PRIVACY-25'],

  // Rights, children
  'In your settings you download a copy of your data, in a published format that you can take elsewhere, correct your name, and close your account.':
    ['PRIVACY-1', 'PRIVACY-2', 'SETTINGS-1', 'PRIVACY-9'],
  'Without an account you prove your email address instead.': ['PRIVACY-20', 'PRIVACY-23'],
  'Where we rely on consent you can withdraw it at any time.': ['RECORD-12'],
  'To have anything else corrected or deleted, to object to a use of your data, or to restrict it, write to help@assent.example.':
    {
      people:
        'answered by whoever runs the installation: an address, a birth date or a phone number has no page that corrects it',
    },
  'We answer within one month.': { people: 'answered by whoever runs the installation' },
  'You can also complain to a supervisory authority; in the United Kingdom this is the Information Commissioner’s Office.':
    law,
  'Assent admits adults only: registration and both kinds of verification ask for an age of at least 18.': [
    'SIGNUP-5',
    'SUBMIT-11',
  ],
  'When a wallet, or an ID that is read here, says that the invited person is under 18, the request ends and its files are destroyed.':
    ['EVIDENCE-13', 'READING-11'],
  'Write to help@assent.example if you know of a child’s data here.': reader,

  // The terms
  'You must be at least 13 years old to have an account.': ['PUBLIC-10'],
  'If you are under 18, you need the permission of a parent or guardian.': ['PUBLIC-10'],
  'At present, however, registration admits adults only: you must be at least 18 years old on the day you register, and both parties of a verification must be adults.':
    ['SIGNUP-5', 'SUBMIT-11'],
  'Give true details, keep your password to yourself, and tell us when you think that somebody else uses your account.':
    reader,
  'One person, one account.': reader,
  'The service lets two people make a timestamped record of age or identity.': ['PRODUCT-1', 'RECORD-4'],
  'It records what they provide.': ['RECORD-2', 'EVIDENCE-6'],
  'It does not check identity documents with the authorities that issued them, and it does not promise that a person is who they say they are.':
    ['EVIDENCE-4'],
  'A record is not consent to any act, meeting or relationship.': law,
  'Consent to an act is given by the people in it at the time, and can be withdrawn at any moment.': law,
  'A typed name is a simple electronic signature.': law,
  'Nothing in the service is legal advice.': law,
  'give false details, or use the photo, document or signature of somebody else': reader,
  'press, threaten, harass or trick anybody into a verification': reader,
  'collect information about people without their consent': reader,
  'copy, publish or pass on what the other party provided, except to a court, an authority or a legal adviser':
    reader,
  'use the service for or with anybody under 18': reader,
  'break into the service, overload it, or work around its limits': reader,
  'If you break these rules you may no longer use the service, and we help the authorities where the law asks us to.':
    { people: 'a rule for its readers: no command closes an account, and none is promised' },
  'What you upload stays yours.': law,
  'You allow us to store and show it as far as the service needs.': reader,
  'Photos and identity documents are destroyed 90 days after their verification was completed, unless a legal hold of one of you keeps them for longer; the record with their fingerprints stays.':
    ['RECORD-14', 'HOLD-4'],
  'Set a legal hold only for claims before a court or an authority.': reader,
  'You can withdraw your consent at any time for the future.': ['RECORD-12'],
  'Paid plans renew for the period you chose until you cancel.': ['PAY-16', 'PAY-17'],
  'Cancelling takes effect at the end of the paid period, and until then everything you paid for stays available.':
    ['PAY-16'],
  'Prices are shown before you pay and include what the law requires to be included.': ['PLAN-1'],
  'Each plan covers a number of verifications in a calendar month.': ['PLAN-2', 'USAGE-1'],
  'What is not used in a month is not carried over.': ['USAGE-1'],
  'Where the law gives you a right to withdraw from a purchase, you have it.': law,
  'We keep the service running with care, but cannot promise that it is always available or free of faults.':
    law,
  'As far as the law allows, our liability to you is limited to the greater of what you paid us in the 12 months before the event and $100.':
    ['PUBLIC-10'],
  'Nothing here limits liability that the law does not allow to be limited, such as for death or injury caused by negligence, or for fraud.':
    law,
  'Please write to us first; most things can be mended.': reader,
  'What cannot be settled is decided by arbitration in the United Kingdom.': ['PUBLIC-10'],
  'These terms are governed by the laws of England and Wales.': law,
  'Rights that you have as a consumer under the law of the country you live in, including the right to go to a court there, remain untouched.':
    law,
  'These terms are of the date above; their wording was last changed on November 25, 2026.': ['PUBLIC-10'],
  'A record keeps the exact text that was signed, whatever we change later.': ['SUBMIT-3', 'FORM-4'],
  'Questions: help@assent.example.': ['PUBLIC-11'],
}
