import { productName } from '../../domain/product.ts'

/** The words of the shell and of the session's toasts (SHELL). */
export const words = {
  navigation: 'Main navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  collapseNavigation: 'Collapse navigation',
  expandNavigation: 'Expand navigation',
  account: 'Your account',
  feedback: 'Feedback',
  logOut: 'Log out',
  checkingSignIn: 'Checking that you are signed in…',
  loginSuccessful: 'Login successful',
  welcome: (firstName: string) =>
    firstName ? `Welcome to ${productName}, ${firstName}.` : `Welcome to ${productName}.`,
  accountKept: 'Your account stays open',
  accountKeptNext: 'Logging in took its closing back. What was cancelled stays cancelled.',
  registrationSuccessful: 'Registration successful',
  registrationNext: 'Your account has been created. Please verify your email.',
  loggedOut: 'Logged out',
  loggedOutNext: 'You have been logged out of your account',
  sessionEnded: 'Your session has ended',
  sessionEndedNext: 'Please log in again to continue.',
  logoutNotTold: 'Error logging out',
  logoutFailed: 'Logout failed',
  logoutFailedNext: 'There was a problem logging out',
  brokenPage: 'This page did not load',
  notStarted: 'This page did not load completely. Check your connection.',
  brokenPageNext: 'Something went wrong. Please try again.',
  reload: 'Reload',
  home: 'Return to Home',
} as const
