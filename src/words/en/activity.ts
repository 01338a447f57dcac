import { activityDays } from '../../domain/account/limits.ts'
import { messages } from '../messages.ts'

/** The texts of the security activity in the settings (ACTIVITY). */
export default messages('activity', {
  title: 'Security activity',
  lead: `What happened with your account in the last ${activityDays} days. If something wasn’t you, change your password.`,
  loading: 'Loading your security activity…',
  loadFailed: 'We couldn’t load your security activity',
  none: 'Nothing yet.',
  newDevice: 'New device',
  network: 'Network {network}',
  times: '{count, plural, one {Once} other {# times}} within an hour',
  showAll: 'Show all',
  signedIn: {
    registration: 'Account created',
    password: 'Logged in with the password',
    passkey: 'Logged in with a passkey',
    link: 'Logged in with an emailed link or code',
  },
  events: {
    sign_in_refused: 'Login refused',
    signed_out: 'Logged out, or logged a device out',
    password_changed: 'Password changed',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    authenticator_added: 'An authenticator app was set up',
    authenticator_removed: 'The authenticator app was removed',
    recovery_codes_made: 'New recovery codes made',
    removal_begun: 'Removal of the authenticator app started',
    removal_stopped: 'Removal of the authenticator app stopped',
    refresh_token_reused: 'A session was used from two places, so we ended it',
    address_change_begun: 'Change of email address started',
    address_changed: 'Email address changed',
    copy_asked: 'Copy of your data asked for',
    account_closed: 'Account closed',
    proof_refused: 'Wrong password or code entered',
    code_refused: 'Wrong code at a login',
  },
})
