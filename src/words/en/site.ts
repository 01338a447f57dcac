import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of the header and the footer of the public pages (PUBLIC). */
export default messages('site', {
  account: 'Account',
  logIn: 'Log in',
  signUp: 'Sign up',
  dashboard: 'Dashboard',
  settings: 'Settings',
  logOut: 'Log Out',
  footer: 'Footer',
  claim: 'A dated, mutual record, made by two people before they meet.',
  notLegalAdvice: `© ${productName}. Not legal advice. A record of age or identity is not consent to any act.`,
  columns: { features: 'Features', company: 'Company' },
  links: {
    age: 'Age Verification',
    person: 'Person Verification',
    about: 'About',
    privacy: 'Privacy',
    terms: 'Terms',
  },
  contact: 'Contact',
})
