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
    password: 'Logged in with the password',
    passkey: 'Logged in with a passkey',
    link: 'Logged in with an emailed link or code',
  },
  events: {
    sign_in_refused: 'A login was refused',
    signed_out: 'Logged out, or logged a device out',
    password_changed: 'The password was changed',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    authenticator_added: 'An authenticator app was set up',
    authenticator_removed: 'The authenticator app was removed',
    recovery_codes_made: 'New recovery codes were made',
    removal_begun: 'The removal of the authenticator app was started',
    removal_stopped: 'The removal of the authenticator app was stopped',
    refresh_token_reused: 'A session was used from two places, so we ended it',
    address_change_begun: 'A change of email address was started',
    address_changed: 'The email address was changed',
    copy_asked: 'A copy of your data was asked for',
    account_closed: 'The account was closed',
    proof_refused: 'A wrong password or code was entered',
    code_refused: 'A wrong code was entered at a login',
  },
})
