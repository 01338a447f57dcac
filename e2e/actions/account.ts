import { expect, type Page } from '@playwright/test'

/** A person with an address that nobody else in the run has. */
export type Person = { fullName: string; email: string; password: string; dateOfBirth: string }

let people = 0

export function somebody(fullName: string): Person {
  people += 1
  const tag = `${process.pid}-${Date.now()}-${people}`
  return {
    fullName,
    email: `person-${tag}@example.com`,
    password: 'Quiet-harbour-42',
    dateOfBirth: '1990-04-17',
  }
}

/** Fills the registration form in, which must be open. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full name').fill(person.fullName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Date of birth').fill(person.dateOfBirth)
  await page.getByLabel('Address').fill('1 Harbour Street, Bristol')
  await page.getByLabel('Sex assigned at birth').selectOption({ label: 'Female' })
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

/** Signs in through the form and waits until the login page is left. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}
