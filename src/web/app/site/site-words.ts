/** The words of the bar and the footer around the public pages (PUBLIC). */
export const siteWords = {
  account: 'Account',
  logIn: 'Log in',
  signUp: 'Sign up',
  dashboard: 'Dashboard',
  settings: 'Settings',
  logOut: 'Log Out',
  footer: 'Footer',
  claim: 'A timestamped, mutual record, made by two people before they meet.',
  notLegalAdvice: 'Not legal advice. A record of age or identity is not consent to any act.',
  columns: [
    {
      title: 'Features',
      links: [
        { to: '/age-confirmation', label: 'Age Verification' },
        { to: '/person-verification', label: 'Person Verification' },
      ],
    },
    {
      title: 'Company',
      links: [
        { to: '/about', label: 'About' },
        { to: '/privacy', label: 'Privacy' },
        { to: '/terms', label: 'Terms' },
      ],
    },
  ],
  contact: 'Contact',
} as const
