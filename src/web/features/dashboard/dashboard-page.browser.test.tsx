import { beforeEach, expect, it } from 'vitest'
import { api, flushAnswers, scriptPlan } from '../../testing/api.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { noPlan, sampleHistory, sampleSummary, sampleUsage } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import DashboardPage from './dashboard-page.tsx'

const history = 'GET /api/verifications'
const waiting = sampleHistory([sampleSummary()])

beforeEach(async () => {
  signIn()
  await scriptPlan(noPlan)
  await api.answers(history, waiting)
  await api.holds('GET /api/live')
})

it.each([[history, waiting] as const, ['GET /api/usage', sampleUsage()] as const])(
  'enables the buttons once the content above them has loaded: %s (HOME-9)',
  async (name, answer) => {
    await api.holds(name)
    const screen = await renderScreen(<DashboardPage />)
    const asked = await api.takes(name)
    await flushAnswers()
    expect(screen.getByRole('button').elements()).toHaveLength(0)
    expect(screen.getByRole('link', { name: 'Get Started' }).elements()).toHaveLength(0)
    await expect.element(screen.getByRole('tab', { name: 'Recent Activity' })).toBeDisabled()
    await asked.answer(answer)
    await expect.element(screen.getByRole('tab', { name: 'Recent Activity' })).toBeEnabled()
    await expect.element(screen.getByRole('link', { name: 'Sam Reed' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Get Started' }).elements()).toHaveLength(1)
  },
)
