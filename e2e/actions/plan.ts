import { expect, type Page } from '@playwright/test'
import { inServersDatabase } from './database.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  settlesLate: '4000 0000 0000 7726',
} as const

/** Chooses a plan and waits for the payment page. Returns the simulator's address. */
export async function goToCheckout(page: Page, plan: 'Monthly' | '6-Month' | 'Annual'): Promise<string> {
  await page.goto('/subscription')
  await page.getByRole('button', { name: `Choose ${plan}` }).click()
  await page.waitForURL('**/c/pay/**')
  await expect(page.getByText('This is a simulator, not Stripe.')).toBeVisible()
  return new URL(page.url()).origin
}

/** Types a card on the payment page and pays. */
export async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: 'Pay' }).click()
}

export async function manageBilling(page: Page): Promise<void> {
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Manage billing' }).click()
  await page.waitForURL('**/p/session/**')
}

/** Sends an order to a control address of the simulator. */
export async function orderSimulator(simulator: string, path: string, order: object): Promise<void> {
  const answer = await fetch(`${simulator}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`)
}

/** Gives a person a paid plan, for journeys that don't test the purchase. */
export async function givePlan(email: string): Promise<void> {
  await inServersDatabase((client) =>
    client.query(
      `INSERT INTO subscriptions (user_id, tier, status, created_at)
       SELECT id, 'monthly', 'active', now() FROM users WHERE email = $1`,
      [email],
    ),
  )
}
