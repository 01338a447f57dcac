import { messages } from '../messages.ts'

/** The texts about an account's kept ID reading (ONCE). */
export default messages('kept-proof', {
  keep: 'Keep this for next time',
  keepLead:
    'Use it instead of a photo and an ID for a year, or until your ID expires. We’d keep your name, the type of ID, who issued it and today’s date. No picture, number or birth date.',
  keptUntil: 'Kept until {day}. You can delete it in the settings.',
  notKept: 'We couldn’t keep it',
  openAccount: 'Skip the photo and ID next time',
  openAccountLead:
    'An account for {email} keeps what was read of your ID, to use where the other person agrees. You don’t need a password.',
  accountOpen: 'Your account is ready',
  accountOpenNext:
    'Add a passkey to log in with. Without one, choose “Forgot your password?” at the login to set a password.',
  accountOpenPasskey: 'You log in with your passkey.',
  notOpened: 'Your account wasn’t made',
  loggedInSince: 'Another account is logged in in this browser now. Log out there, then try again.',
  notSignedIn: 'Your account was made, but you aren’t logged in',
  notSignedInNext: 'Choose “Forgot your password?” at the login to set a password.',
  use: "Use what's already known",
  knownSince: 'Read on {day} from {document} ({state}).',
  offerToBoth: 'In place of your photo and ID. The other person may then do the same.',
  offerToAnswer: 'In place of your photo and ID.',
  inUse: 'You don’t need to give a photo or an ID.',
  notUse: 'Give a photo and an ID instead',
  otherName: 'It’s for the name {name}, with your account’s date of birth.',
  creatorGives: '{name} gives no photo or ID: theirs was read on {day} from {document} ({state}).',
  title: 'Proven once',
  lead: 'What we keep of an ID we read, to use in place of a photo and an ID.',
  loading: 'Loading what’s kept…',
  loadFailed: 'We couldn’t load what’s kept',
  nothing: 'Nothing is kept. After your ID was read, you can choose “Keep this for next time”.',
  forName: 'For the name {name}, until {day}.',
  answersOnly: 'For answers to requests, not for your own.',
  forget: 'Forget this',
  forgetNote: 'Requests and records made with it don’t change.',
  forgotten: 'Deleted',
  forgottenText: 'Next time you give a photo and an ID.',
  notForgotten: 'We couldn’t delete it',
})
