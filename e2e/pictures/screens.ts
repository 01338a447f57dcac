import type { Page } from '@playwright/test'
import { type Creator, createSampleProduct } from '../../scripts/lib/sample-records.ts'
import { linkInMail } from '../actions/mail.ts'
import { goToCheckout, pay } from '../actions/plan.ts'
import {
  checkRecord,
  closeAccount,
  completeAge,
  confirmAddress,
  confirmOther,
  confirmOwn,
  declinePerson,
  endConsent,
  forgetPassword,
  giveFeedback,
  longName,
  lookAtHeldData,
  makeCopy,
  makeUnconfirmed,
  openHeldRecord,
  openHoldDialog,
  openRecord,
  press,
  readMails,
  registerGuessable,
  resetPassword,
  type Walk,
  type Who,
  type World,
  walkAgeWizard,
  walkPersonWizard,
} from './walks.ts'

type Screen = {
  name: string
  /** Absent: signed out. */
  who?: Who
  path: string | ((world: World) => string)
  /** The actions before a single picture. */
  act?: (page: Page) => Promise<void>
  walk?: Walk
  widths?: readonly Width[]
}
type Tail<Given> = Given extends [unknown, unknown, unknown, ...infer More] ? More : never
export type Width = 360 | 768 | 1440

/**
 * `newPage` opens a page in a browser with the person signed in. A later world, after a failed picture, has its own
 * addresses.
 */
export async function makeSampleWorld(
  origin: string,
  world: number,
  newPage: (person: Creator) => Promise<Page>,
  language: string,
): Promise<World> {
  const product = createSampleProduct(origin, language)
  const host = world === 0 ? 'example.com' : `world${world}.example.com`
  const creator = await product.register('Ravi Patel', `ravi.patel@${host}`)
  const newcomer = await product.register(longName, `${longName.split('-')[0]?.toLowerCase()}.maria@${host}`)
  const unconfirmed = await product.register('Ines Duarte', `ines.duarte@${host}`)
  const spent = await product.register('Ewa Lis', `ewa.lis@${host}`)

  const page = await newPage(creator)
  await page.goto(await linkInMail(page, creator.email, /./))
  await press('Confirm my email')(page)
  await page.getByText('Email address confirmed').waitFor()
  await goToCheckout(page, 'Annual')
  await pay(page, '4242 4242 4242 4242')
  await page.waitForURL('**/dashboard', { timeout: 30_000 })
  creator.session = await page.evaluate(() => JSON.parse(localStorage.getItem('assent.session') ?? ''))
  await page.context().close()

  const terms = 'We meet in a public place first.\n\nNo photos are shared with anybody else.'
  const make = (type: 'age' | 'person', fullName: string, ...more: Tail<Parameters<typeof product.create>>) =>
    product.create(creator, type, { fullName, email: `${type}.${Date.now()}@example.com` }, ...more)
  const declined = await make('person', 'Jonas Weber')
  const withdrawn = await make('age', 'Yuki Sato')
  const verified = await make('age', 'Anna Kowalska', terms)
  const verifiedPerson = await make('person', 'Samuel O’Neill', undefined, '7_days')
  const held = await make('age', 'Noor Haddad')
  const pending = await make('age', longName, terms)
  const pendingPerson = await make('person', 'Amélie Dubois', undefined, '24_hours')
  await product.decline(declined)
  for (const one of [withdrawn, verified, verifiedPerson, held]) await product.complete(one)
  const spentOne = await product.create(spent, 'person', {
    fullName: creator.fullName,
    email: creator.email,
  })
  await product.complete(spentOne)
  await product.withdraw(creator, withdrawn)
  await product.hold(creator, held)
  await product.askForReset(spent.email)
  return {
    people: { creator, newcomer, unconfirmed, spent },
    records: { declined, withdrawn, verified, verifiedPerson, held, pending, pendingPerson, spentOne },
  }
}

const toPath = (link: string) => new URL(link).pathname + new URL(link).search
const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-account-menu', who: 'newcomer', path: '/', act: press(longName) },
  { name: 'about', path: '/about' },
  { name: 'privacy', path: '/privacy' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'terms', path: '/terms' },
  { name: 'legal-consult', path: '/legal-consult' },
  { name: 'legal-consult-signed-in', who: 'creator', path: '/legal-consult' },
  { name: 'not-found', path: '/nothing-here' },
  { name: 'offline', path: '/offline' },
  { name: 'check', path: '/check', walk: checkRecord },
  { name: 'log', path: '/log' },
  { name: 'api-reference', path: '/api-reference' },

  { name: 'login', path: '/login' },
  {
    name: 'login-errors',
    path: '/login',
    act: (page) => page.getByRole('button', { name: 'Log In', exact: true }).click(),
  },
  { name: 'register', path: '/register' },
  { name: 'register-errors', path: '/register', act: press('Create account') },
  { name: 'register-guessable', path: '/register', walk: registerGuessable },
  { name: 'forgot-password', path: '/forgot-password', walk: forgetPassword },
  { name: 'reset-password-invalid', path: '/reset-password' },
  { name: 'reset-password', path: '/reset-password', walk: resetPassword },
  { name: 'confirm', path: '/confirm', walk: confirmAddress },
  { name: 'wallet-return', path: '/wallet-return' },
  { name: 'voucher-return', path: '/voucher-return/bank' },
  { name: 'confirm-own', who: 'newcomer', path: '/confirm', walk: confirmOwn },
  { name: 'confirm-signed-in', who: 'creator', path: '/confirm', walk: confirmOther },

  { name: 'verify', path: ({ records }) => toPath(records.pending.verificationLink), walk: completeAge },
  {
    name: 'verify-person',
    path: ({ records }) => toPath(records.pendingPerson.verificationLink),
    walk: declinePerson,
  },
  {
    name: 'verify-owner',
    who: 'creator',
    path: ({ records }) => toPath(records.pendingPerson.verificationLink),
  },
  { name: 'verify-completed', path: ({ records }) => toPath(records.verified.verificationLink) },
  { name: 'verify-closed', path: ({ records }) => toPath(records.declined.verificationLink) },
  { name: 'verify-invalid', path: '/verify/not-a-link' },
  { name: 'record-access', path: '/', walk: openRecord },
  { name: 'record-access-hold', path: '/', walk: openHeldRecord },

  { name: 'dashboard', who: 'creator', path: '/dashboard' },
  { name: 'dashboard-activity', who: 'creator', path: '/dashboard', act: openTab('Recent Activity') },
  { name: 'dashboard-empty', who: 'newcomer', path: '/dashboard' },
  { name: 'dashboard-activity-empty', who: 'newcomer', path: '/dashboard', act: openTab('Recent Activity') },
  {
    name: 'sidebar-collapsed',
    who: 'creator',
    path: '/dashboard',
    act: press('Collapse navigation'),
    widths: [1440, 768],
  },
  {
    name: 'sidebar-drawer',
    who: 'newcomer',
    path: '/dashboard',
    act: press('Open navigation'),
    widths: [360],
  },
  {
    name: 'feedback-dialog',
    who: 'creator',
    path: '/dashboard',
    act: press('Feedback'),
    widths: [1440, 768],
  },
  { name: 'feedback-dialog-phone', who: 'creator', path: '/dashboard', walk: giveFeedback, widths: [360] },
  { name: 'age-wizard', who: 'creator', path: '/age-confirmation', walk: walkAgeWizard },
  { name: 'person-wizard', who: 'creator', path: '/person-verification', walk: walkPersonWizard },
  {
    name: 'person-wizard-unconfirmed',
    who: 'unconfirmed',
    path: '/person-verification',
    walk: makeUnconfirmed,
  },
  { name: 'person-wizard-limit', who: 'spent', path: '/person-verification' },
  {
    name: 'consent-form-pending',
    who: 'creator',
    path: ({ records }) => `/consent-form/${records.pending.id}`,
  },
  {
    name: 'consent-form-verified',
    who: 'creator',
    path: ({ records }) => `/consent-form/${records.verified.id}`,
  },
  {
    name: 'consent-form-withdrawn',
    who: 'creator',
    path: ({ records }) => `/consent-form/${records.withdrawn.id}`,
  },
  {
    name: 'consent-form-hold',
    who: 'creator',
    path: ({ records }) => `/consent-form/${records.held.id}`,
  },
  {
    name: 'consent-form-hold-dialog',
    who: 'creator',
    path: ({ records }) => `/consent-form/${records.verified.id}`,
    act: openHoldDialog,
  },
  {
    name: 'consent-form-refused',
    who: 'newcomer',
    path: ({ records }) => `/consent-form/${records.verified.id}`,
  },
  {
    name: 'person-view-pending',
    who: 'creator',
    path: ({ records }) => `/person-verification-view/${records.pendingPerson.id}`,
  },
  {
    name: 'person-view-verified',
    who: 'creator',
    path: ({ records }) => `/person-verification-view/${records.verifiedPerson.id}`,
  },
  {
    name: 'person-view-ended',
    who: 'creator',
    path: ({ records }) => `/person-verification-view/${records.verifiedPerson.id}`,
    act: endConsent,
  },
  {
    name: 'person-view-declined',
    who: 'creator',
    path: ({ records }) => `/person-verification-view/${records.declined.id}`,
  },
  {
    name: 'person-view-free-plan',
    who: 'spent',
    path: ({ records }) => `/person-verification-view/${records.spentOne.id}`,
  },
  { name: 'history', who: 'creator', path: '/history' },
  { name: 'history-empty', who: 'newcomer', path: '/history' },
  { name: 'settings', who: 'creator', path: '/settings' },
  { name: 'settings-newcomer', who: 'newcomer', path: '/settings' },
  { name: 'settings-copy', who: 'creator', path: '/settings', walk: makeCopy },
  { name: 'settings-closing', who: 'creator', path: '/settings', walk: closeAccount },
  { name: 'login-closed', path: '/login?closes=2027-03-18T12%3A00%3A00.000Z' },
  { name: 'my-data', path: '/my-data', walk: lookAtHeldData },
  { name: 'subscription', who: 'creator', path: '/subscription' },
  { name: 'subscription-free', who: 'newcomer', path: '/subscription' },
  { name: 'subscription-success', who: 'newcomer', path: '/subscription/success' },
  { name: 'subscription-cancel', who: 'newcomer', path: '/subscription/cancel' },
  { name: 'mail', path: '/dev/outbox', walk: readMails, widths: [360] },
]
