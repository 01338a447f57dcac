import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LinkCard } from '../../../shared/link/link-card.tsx'
import { ConfirmToInvite } from '../../../shared/resend-confirmation.tsx'
import { api } from '../../../testing/api.ts'
import { expectText } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ada, keepSession, sampleSession } from '../../../testing/sign-in.ts'

const link = 'https://assent.example/verify/6d2c0f4e-1f43-4f2d-9a1c-2f5f1b0f7c11'

it('offers Share link first on a phone that can share, and otherwise Copy link (CREATE-27)', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share: async () => {} }))
  for (const [width, first] of [
    [360, 'Share link'],
    [1024, 'Copy link'],
  ] as const) {
    await page.viewport(width, 740)
    const screen = await renderScreen(<LinkCard link={link} status="pending" />)
    expect(screen.getByRole('button').first().element().textContent).toBe(first)
    await screen.unmount()
  }
  vi.unstubAllGlobals()
})

it('resends the creator’s own confirmation where the invitation waits for it (CREATE-27)', async () => {
  const session = sampleSession()
  keepSession({ ...session, user: { ...session.user, email_confirmed_at: undefined } })
  await api.answers('POST /auth/v1/resend', { queued: true })
  await api.answers('GET /api/profile', { ...ada, emailVerified: false, fullName: 'Ada', dateOfBirth: null })
  await renderScreen(<ConfirmToInvite invitation={{ state: 'unconfirmed', at: null }} />)
  await page.getByRole('button', { name: 'Resend verification email' }).click()
  await expectText('Verification email sent')
})
