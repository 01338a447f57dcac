import { messages } from '../messages.ts'

/** The words of passkeys in the settings (PASSKEY). */
export default messages('passkeys', {
  title: 'Passkeys',
  lead: 'Log in with your fingerprint, face or screen lock instead of your password.',
  /** The name of a passkey until its person gives another. */
  unnamed: 'Passkey',
  loading: 'Loading your passkeys…',
  loadFailed: 'We couldn’t load your passkeys',
  tryAgain: 'Try Again',
  added: 'Added',
  lastUsed: 'Last used',
  add: 'Add a passkey',
  addProof: 'Type your password to add a passkey.',
  password: 'Current password',
  continue: 'Continue',
  cancel: 'Cancel',
  unsupported: 'This browser has no passkeys.',
  rename: 'Rename',
  name: 'Name of the passkey',
  save: 'Save',
  remove: 'Remove',
  removeTitle: 'Remove this passkey?',
  removeNext: 'It can’t log in any more, and other devices that logged in with it are signed out.',
  addedDone: 'Passkey added',
  addedNext: 'You can log in with it from now on.',
  notAdded: 'Passkey not added',
  renamed: 'Passkey renamed',
  notRenamed: 'Passkey not renamed',
  removed: 'Passkey removed',
  notRemoved: 'Passkey not removed',
  errorNext: 'Please try again later',
})
