import { beforeEach, describe, expect, it } from 'vitest'
import { loadAuthClient } from '../api/session.ts'
import { actBecause, logOut, readSessionState } from '../api/session-state.ts'
import { sessionStorageKey } from '../api/site.ts'
import { findDraft, keepDraft } from '../features/verifications/wizard/draft.ts'
import { makeEmptyWizard } from '../features/verifications/wizard/wizard-values.ts'
import { api, flushAnswers } from '../testing/api.ts'
import { eventually } from '../testing/read-page.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { makeSampleDraft } from '../testing/samples.ts'
import { ada, eve, keepSession, sampleSession } from '../testing/sign-in.ts'
import { SessionEvents } from './session-events.tsx'

const findKept = (userId = ada.id) => findDraft('person', userId, makeEmptyWizard('2026-11-23'))

/** What another tab of this browser says to this one. */
function say(channelName: string, message: unknown) {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}

/** A sign-in in another tab. */
async function signInElsewhere(who: typeof ada) {
  const session = sampleSession({ who })
  keepSession(session)
  say(sessionStorageKey, { event: 'SIGNED_IN', session })
  await eventually(() => expect(readSessionState().user?.id).toBe(who.id))
}

/** A public page, in a tab that has unsaved entries. */
beforeEach(async () => {
  keepSession(sampleSession())
  await renderScreen(<SessionEvents />)
  await loadAuthClient()
  await signInElsewhere(ada)
  keepDraft('person', ada.id, makeSampleDraft('2026-11-23'))
  expect(findKept()).not.toBeNull()
})

describe('on a page outside the account, the unsaved entries of this tab', () => {
  it.each(['log-out', 'account-closed'] as const)(
    'go with a %s here, and in every tab (DRAFT-9)',
    async (cause) => {
      await api.answers('POST /auth/v1/logout', {})
      const told: unknown[] = []
      const channel = new BroadcastChannel('assent.log-out')
      channel.onmessage = (event) => told.push(event)
      if (cause === 'log-out') await logOut()
      else {
        const auth = await loadAuthClient()
        await actBecause(cause, () => auth.signOut({ scope: 'local' }))
      }
      expect(findKept()).toBeNull()
      await eventually(() => expect(told).toHaveLength(1))
      channel.close()
    },
  )

  it('go with a logout in another tab (DRAFT-9)', async () => {
    say('assent.log-out', null)
    await eventually(() => expect(findKept()).toBeNull())
  })

  it('go when another person signs in, who doesn’t get them (DRAFT-9)', async () => {
    await signInElsewhere(eve)
    await eventually(() => expect(JSON.stringify(sessionStorage)).not.toContain(ada.id))
    expect(findKept(eve.id)).toBeNull()
  })

  it('stay for the same person when the session only ended (DRAFT-1)', async () => {
    window.localStorage.removeItem(sessionStorageKey)
    say(sessionStorageKey, { event: 'SIGNED_OUT', session: null })
    await eventually(() => expect(readSessionState().status).toBe('signed-out'))
    await flushAnswers()
    await signInElsewhere(ada)
    await flushAnswers()
    expect(findKept()).not.toBeNull()
  })
})
