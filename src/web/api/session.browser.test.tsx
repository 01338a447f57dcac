import { beforeEach, describe, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { fetchDraft } from '../features/verifications/wizard/draft.ts'
import { api } from '../testing/api.ts'
import { eventually } from '../testing/read-page.ts'
import { renderHere } from '../testing/render-screen.tsx'
import { ada, eve, keepSession, sampleSession, signIn } from '../testing/sign-in.ts'
import { beginOwnVoucher, beginOwnWallet, callOwnReading } from './evidence.ts'
import { renewUser } from './mailed-link.ts'
import { endSecondStep, useSecondStepAsked } from './second-step.ts'
import { findAccessToken, findStoredSession, sendAuthorisedRequest } from './session.ts'
import { onSessionChange, type SessionChange, useSession } from './session-state.ts'
import { sessionStorageKey } from './site.ts'
import { createCheckoutSession } from './subscription.ts'
import { queryClient } from './verifications.ts'

const refreshing = 'POST /auth/v1/token'
const asking = 'GET /api/profile'
const buying = 'POST /functions/v1/create-checkout-session'
const profile = { ...ada, emailVerified: true, fullName: 'Ada Lovelace', dateOfBirth: null }

beforeEach(signIn)

/** Simulates another tab of this browser by its storage events. */
function openTab() {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const { localStorage } = frame.contentWindow as Window
  return { localStorage, close: () => frame.remove() }
}

describe('a change in another tab', () => {
  it('is followed on every page: a log out, which leaves no answer behind, and a sign-in by another person (SESSION-2)', async () => {
    const changes: SessionChange[] = []
    const stop = onSessionChange((change) => changes.push(change))
    const { result } = await renderHere(() => useSession())
    expect(result.current).toMatchObject({ status: 'signed-in', user: { ...ada, fullName: 'Ada Lovelace' } })
    await findAccessToken()
    queryClient.setQueryData(['history'], 'of Ada')

    const tab = openTab()
    const channel = new BroadcastChannel(sessionStorageKey)
    tab.localStorage.removeItem(sessionStorageKey)
    channel.postMessage({ event: 'SIGNED_OUT', session: null })
    await eventually(() => expect(result.current.status).toBe('signed-out'))
    expect(queryClient.getQueryData(['history'])).toBeUndefined()
    const grace = { id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b02', email: 'grace@example.com' }
    const session = sampleSession({ who: grace, token: 'grace.access.token' })
    keepSession(session, tab.localStorage)
    channel.postMessage({ event: 'SIGNED_IN', session })
    await eventually(() => expect(result.current.user).toMatchObject(grace))
    expect(changes.map(({ type, ...more }) => [type, 'cause' in more ? more.cause : null])).toEqual([
      ['signed-out', 'elsewhere'],
      ['signed-in', 'elsewhere'],
    ])
    expect(await findAccessToken()).toBe('grace.access.token')
    channel.close()
    tab.close()
    stop()
  })
})

describe('a session near its end', () => {
  it('is refreshed once for all simultaneous requests (SESSION-3)', async () => {
    keepSession(sampleSession({ seconds: 30 }))
    await api.holds(refreshing)
    await api.holds(asking)
    const both = Promise.all([sendAuthorisedRequest(asking, {}), sendAuthorisedRequest(asking, {})])
    const asked = await api.takes(refreshing)
    expect(JSON.parse(asked.body)).toEqual({ refresh_token: 'refresh-ada.access.token' })
    await asked.answer(sampleSession({ token: 'ada.fresh.token' }))
    for (const _ of ['one', 'the other']) {
      const request = await api.takes(asking)
      expect(request.authorization).toBe('Bearer ada.fresh.token')
      await request.answer(profile)
    }
    expect(await both).toEqual([profile, profile])
    expect(await api.count(refreshing)).toBe(1)
    expect(findStoredSession()).toContain('ada.fresh.token')
  })
})

it('a checkout that needs a code of the authenticator app waits for it and goes on (TWOSTEP-10)', async () => {
  const { result } = await renderHere(() => useSecondStepAsked())
  await api.holds(buying)
  const address = createCheckoutSession('price_monthly')
  await (await api.takes(buying)).refuse('second_step_required')
  await eventually(() => expect(result.current).toBe(true))
  endSecondStep()
  await (await api.takes(buying)).answer({ success: true, url: 'https://pay.example/1' })
  expect(await address).toBe('https://pay.example/1')
})

it('a session survives an outage of the auth service (SESSION-8)', async () => {
  await renderHere(() => useSession())
  await api.refuses(asking, 'authentication_required')
  await commands.scriptApi('GET /auth/v1/user', { status: 502 })
  await expect(sendAuthorisedRequest(asking, {})).rejects.toThrow()
  expect(findStoredSession()).not.toBeNull()
})

describe('once another person has signed in', () => {
  const claims = { fullName: 'Ada Lovelace', dateOfBirth: '1990-12-10', today: '2026-11-23' } as const
  const { signal } = new AbortController()
  const asked = { credentialType: 'eu.europa.ec.av.1', way: 'qr', asksName: true } as const
  it.each([
    ['a reading', () => callOwnReading(ada.id, claims).ask('9f8e7d6c-0000-4000-8000-00000000000f', signal)],
    ['a request to a wallet', () => beginOwnWallet(ada.id, claims.fullName)(asked)],
    [
      'a request to a bank',
      () => beginOwnVoucher(ada.id, claims.fullName)({ voucher: 'idin', asksName: true }),
    ],
    ['a look for a draft', () => fetchDraft('age', ada.id)],
  ])('this person’s wizard sends nothing in their name: %s (DRAFT-2)', async (_, send) => {
    keepSession(sampleSession({ who: eve, token: 'eve.access.token' }))
    // A request would be answered with 501, and fail the test besides.
    await expect(send()).rejects.toMatchObject({ status: 401 })
  })
})

it('updates the data of the person and leaves their tokens as they are (SESSION-13)', async () => {
  const { result } = await renderHere(() => useSession())
  const before = sampleSession()
  keepSession(before)
  await api.answers('GET /auth/v1/user', { ...before.user, user_metadata: { full_name: 'Ada King' } })
  await renewUser()
  await eventually(() => expect(result.current.user?.fullName).toBe('Ada King'))
  const { user, ...tokens } = JSON.parse(findStoredSession() ?? '')
  expect(user.user_metadata).toEqual({ full_name: 'Ada King' })
  expect(tokens).toMatchObject({
    access_token: before.access_token,
    refresh_token: before.refresh_token,
    expires_at: before.expires_at,
  })
})

it('a session ends here once the server no longer has it (SESSION-9)', async () => {
  await renderHere(() => useSession())
  await api.refuses(asking, 'authentication_required')
  const gone = { status: 403, json: { code: 'session_not_found', message: 'Session not found' } }
  await commands.scriptApi('GET /auth/v1/user', gone)
  await commands.scriptApi('POST /auth/v1/logout', gone)
  await expect(sendAuthorisedRequest(asking, {})).rejects.toThrow()
  expect(findStoredSession()).toBeNull()
})
