import { expect, type Page } from '@playwright/test'

/** A person with an address that is unique in the run. */
export type Person = { fullName: string; email: string; password: string; dateOfBirth: string }

export type Session = Record<string, string>

/** The key of the product's session in local storage (SESSION-1). */
export const sessionKey = 'assent.session'

let people = 0

export function makePerson(fullName: string): Person {
  people += 1
  const tag = `${process.pid}-${Date.now()}-${people}`
  return {
    fullName,
    email: `person-${tag}@example.com`,
    password: 'Quiet-harbour-42',
    dateOfBirth: '1990-04-17',
  }
}

/** Fills in the registration form, which must be open. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await fillProfile(page, person)
}

/** Fills in the fields besides name, email and password. */
export async function fillProfile(page: Page, person: Pick<Person, 'dateOfBirth'>): Promise<void> {
  await page.getByLabel('Date of birth').fill(person.dateOfBirth)
  await page.getByLabel('Address').fill('1 Harbour Street, Bristol')
  await page.getByLabel('Sex assigned at birth').selectOption({ value: 'female' })
  await page.getByLabel('Country code').selectOption({ value: '+44' })
  await page.getByLabel('Phone number').fill('7700 900123')
}

/** Registers through the form and waits for the dashboard. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await fillRegistration(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.fullName.split(' ')[0] ?? '')
}

/**
 * Creates an account through the product's own API, for journeys that don't test the registration. Returns the session.
 */
export async function makeAccount({ request }: Pick<Page, 'request'>, person: Person): Promise<Session> {
  const answer = await request.post('/auth/v1/signup', {
    data: {
      email: person.email,
      password: person.password,
      data: {
        full_name: person.fullName,
        date_of_birth: person.dateOfBirth,
        address: '1 Harbour Street, Bristol',
        sex: 'female',
        phone_number: '+447700 900123',
      },
    },
  })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** Creates an account and signs this browser in to it: the next opened page is signed in. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await keepSession(page, await makeAccount(page, person))
}

/** Signs this browser in without the form: the next opened page is signed in. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const { email, password } = person
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  expect(answer.status()).toBe(200)
  await keepSession(page, await answer.json())
}

/** Stores a session for the product's pages, from a page without scripts. */
async function keepSession(page: Page, session: Session): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    sessionKey,
    JSON.stringify(session),
  ] as const)
}

/** Signs in through the form and waits until the login page is left. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Gives the page's browser an authenticator that holds passkeys and verifies its user. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
