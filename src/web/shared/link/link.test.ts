import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { VerificationStatus } from '../../../domain/verification/verification.ts'
import { linksNamed, listButtons, renderPage } from '../../testing/render-page.ts'
import { copyText } from '../browser.ts'
import { connectToastRegion, type Toast } from '../ui/toast.ts'
import { LinkCard, shareLink } from './link-card.tsx'

const link = 'https://assent.example/verify/6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11'
const card = (status: VerificationStatus) => renderPage(createElement(LinkCard, { link, status }))

const toasts: string[][] = []
beforeEach(() => {
  toasts.length = 0
  const show = ({ title, description }: Toast) => {
    toasts.push(description === undefined ? [title] : [title, description])
  }
  onTestFinished(connectToastRegion({ show }))
})
afterEach(() => vi.unstubAllGlobals())

describe('the link card', () => {
  it('for a pending record shows the link with copy, share and open (LINK-2)', () => {
    const page = card('pending')
    expect(page.text).toContain('Share this link with the other person to complete the verification process.')
    expect(page.html).toMatch(
      new RegExp(`aria-label="Verification link"[^>]*readOnly=""[^>]*value="${link}"`),
    )
    expect(listButtons(page).slice(0, 2)).toEqual(['Copy link', 'Share link'])
    expect(linksNamed(page, 'Open link')).toEqual([link])
  })

  it.each([
    ['queued', 'The link is waiting to be emailed to them.'],
    [
      'unconfirmed',
      'We can email it, and a code they may need, once you confirm your email address. Until then, please share it yourself.',
    ],
    ['limited', 'This address has had enough invitations for now. Share the link yourself.'],
  ] as const)('shows the delivery state of the invitation: %s', (invitation, sentence) => {
    const page = renderPage(
      createElement(LinkCard, { link, status: 'pending', invitation: { state: invitation, at: null } }),
    )
    expect(page.text).toContain(sentence)
    expect(card('pending').text).not.toContain(sentence)
  })

  it.each([
    ['verified', 'This verification has been completed and the link is no longer accessible.'],
    ['rejected', 'This verification was rejected and the link is no longer accessible.'],
    ['expired', 'This request was not completed in time.'],
    ['cancelled', 'This request was cancelled.'],
    ['withdrawn', 'Consent was withdrawn.'],
  ] as const)(
    "for a %s record shows 'Link expired', and that links expire once status leaves pending (LINK-3)",
    (status, text) => {
      const page = card(status)
      expect(page.text).toBe(`Link expired ${text} A link expires once its request is no longer pending.`)
      expect(page.html).not.toContain(link)
    },
  )
})

describe('sharing the link', () => {
  it("shows 'Sharing not supported' where the device has no share sheet, and the alternative (LINK-5)", async () => {
    vi.stubGlobal('navigator', {})
    await shareLink(link)
    expect(toasts).toEqual([['Sharing not supported', 'Copy the link and send it yourself.']])
  })

  it("passes the link to the share sheet and shows 'Shared!' (LINK-5)", async () => {
    const shared: ShareData[] = []
    vi.stubGlobal('navigator', { share: async (data: ShareData) => void shared.push(data) })
    await shareLink(link)
    expect(shared).toEqual([{ title: 'Assent', url: link }])
    expect(toasts.map(([title]) => title)).toEqual(['Shared!'])
  })

  it.each([
    ['fails', 'NotAllowedError', ['Failed to share']],
    ['is closed by the person', 'AbortError', []],
  ])('when the share sheet %s: %s, shows %j (LINK-5)', async (_, name, shown) => {
    vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) })
    await shareLink(link)
    expect(toasts.map(([title]) => title)).toEqual(shown)
  })
})

describe('copying the link', () => {
  const refusing = { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } }
  const field = { focus() {}, select() {} } as HTMLInputElement

  it('writes it into the clipboard', async () => {
    const written: string[] = []
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
    expect(await copyText(link, null)).toBe(true)
    expect(written).toEqual([link])
  })

  it('falls back to the older method where the page may not write there (LINK-4)', async () => {
    vi.stubGlobal('navigator', refusing)
    vi.stubGlobal('document', { execCommand: (command: string) => command === 'copy' })
    expect(await copyText(link, field)).toBe(true)
  })

  it('reports when neither works (LINK-4)', async () => {
    vi.stubGlobal('navigator', refusing)
    vi.stubGlobal('document', { execCommand: () => false })
    expect(await copyText(link, field)).toBe(false)
    expect(await copyText(link, null)).toBe(false)
  })
})
