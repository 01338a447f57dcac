import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { subscriptionQuery } from '../../api/subscription.ts'
import { api } from '../../testing/api.ts'
import { renderHere } from '../../testing/render-screen.tsx'
import { paidPlan, pendingPlan, sampleUsage } from '../../testing/sample-plan.ts'
import { signIn } from '../../testing/sign-in.ts'
import { useReadAnew } from './use-plan-refresh.ts'

const refreshing = 'POST /api/subscription/refresh'

beforeAll(signIn)
beforeEach(async () => {
  await api.holds(refreshing)
  await api.answers('GET /api/usage', sampleUsage())
  vi.useFakeTimers({ toFake: ['Date'] })
})

it('waits for the reading that is under way, so that no older answer comes after a newer one (PLAN-12)', async () => {
  const { result } = await renderHere(useReadAnew)
  const first = result.current.read()
  const held = await api.takes(refreshing)
  vi.setSystemTime(Date.now() + 4000)
  const second = result.current.read()
  expect(await api.count(refreshing)).toBe(1)
  await held.answer(pendingPlan)
  expect(await Promise.all([first, second])).toEqual([pendingPlan, pendingPlan])

  vi.setSystemTime(Date.now() + 4000)
  const third = result.current.read()
  await (await api.takes(refreshing)).answer(paidPlan)
  expect(await third).toEqual(paidPlan)
  expect(queryClient.getQueryData(subscriptionQuery.queryKey)).toEqual(paidPlan)
})
