import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The messages at the start and the end of a session. */
export default messages('session', {
  loginSuccessful: 'Login successful',
  welcome: `Welcome to ${productName}, {firstName}.`,
  welcomeUnnamed: `Welcome to ${productName}.`,
  accountKept: 'Your account stays open',
  accountKeptNext: 'You logged in, so we won’t close it. What was cancelled stays cancelled.',
  registrationSuccessful: 'Registration successful',
  registrationNext: 'Your account has been created. Please verify your email.',
  loggedOut: 'Logged out',
  loggedOutNext: 'You have been logged out of your account',
  sessionEnded: 'Your session has ended',
  sessionEndedNext: 'Log in again to continue.',
  logoutNotTold: 'Error logging out',
  logoutFailed: 'Logout failed',
  logoutFailedNext: 'There was a problem logging out',
})
