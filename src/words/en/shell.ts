import { messages } from '../messages.ts'

/** The texts around every signed-in page (SHELL). */
export default messages('shell', {
  navigation: 'Main navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  collapseNavigation: 'Collapse navigation',
  expandNavigation: 'Expand navigation',
  feedback: 'Feedback',
  logOut: 'Log out',
  checkingSignIn: 'Checking that you’re logged in…',
  /** The sidebar's entries (SHELL-1). */
  entries: {
    dashboard: 'Dashboard',
    age: 'Age Verification',
    person: 'Person Verification',
    history: 'History',
    legalConsult: 'Legal Consult',
    subscription: 'Subscription',
    settings: 'Settings',
  },
})
