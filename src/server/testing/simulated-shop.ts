import { type SimulatedPayments, startSimulatedPayments } from './simulated-payments.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The real app whose payments and identity checks go to a simulator that sends its webhooks to this app. */
export type SimulatedShop = TestApp & SimulatedPayments

/** A new installation with its own simulator on the test's clock, which sends its webhooks to `webhookPath`. */
export async function openSimulatedShop(webhookPath: string): Promise<SimulatedShop> {
  const test = await createTestApp()
  const simulated = await startSimulatedPayments(test.clock, async (body, headers) => {
    const answer = await test.app.request(webhookPath, { method: 'POST', body, headers })
    return answer.status
  })
  return {
    ...test,
    ...simulated,
    async close() {
      await simulated.close()
      await test.close()
    },
  }
}
