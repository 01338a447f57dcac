/** The words around every page of somebody who is signed in (SHELL). */
export default {
  navigation: 'Main navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  collapseNavigation: 'Collapse navigation',
  expandNavigation: 'Expand navigation',
  feedback: 'Feedback',
  logOut: 'Log out',
  checkingSignIn: 'Checking that you are signed in…',
} as const
