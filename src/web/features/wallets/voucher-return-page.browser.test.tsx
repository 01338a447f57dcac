import { beforeEach, describe, expect, it } from 'vitest'
import words from '../../../words/en/vouchers.ts'
import walletWords from '../../../words/en/wallets.ts'
import { api } from '../../testing/api.ts'
import { eventually, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { dropSession, keepSession } from './kept-session.ts'
import { toVoucherScope, wayBack } from './kept-voucher.ts'
import VoucherReturnPage from './voucher-return-page.tsx'

const returning = 'POST /api/voucher-sessions/:id/return'
const begun = {
  id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
  secret: 's',
  scope: toVoucherScope('bank', 'form'),
  expiresAt: '2126-11-22T12:05:00.000Z',
  uri: 'https://bank.example/',
  asked: null,
}
const proof = {
  id: begun.id,
  credentialType: null,
  voucherKind: 'bank',
  issuerName: 'OneID',
  provenAt: '2026-11-22T12:00:00.000Z',
} as const
const proven = { state: 'proven', refusal: null, proof } as const

beforeEach(() => {
  dropSession(begun.id)
  window.sessionStorage.clear()
})

const open = (answer = '?code=c&state=s#f=1') =>
  renderScreen(<VoucherReturnPage />, `/voucher-return/oneid${answer}`, '/voucher-return/:voucher')

/** As in the tab that went to the bank; a new tab has the session alone. */
function beginHere() {
  keepSession(begun)
  wayBack.keep('/verify/form?type=age')
}

it('sends the answer once, with the browser’s secret and as it came, and goes back to the form (VOUCHER-15)', async () => {
  beginHere()
  await api.holds(returning)
  const screen = await open()
  const asked = await api.takes(returning)
  expect(JSON.parse(asked.body)).toEqual({ voucher: 'oneid', query: 'code=c&state=s', fragment: 'f=1' })
  await asked.answer(proven)
  await expectText('Another page')
  expect(screen.path()).toBe('/verify/form')
  expect(screen.router.state.historyAction).toBe('REPLACE')
  expect(await api.count(returning)).toBe(1)
})

it('takes the answer out of its address before anything is sent (VOUCHER-15)', async () => {
  const { pathname, search } = window.location
  window.history.replaceState(null, '', '?code=secret#id_token=secret')
  try {
    beginHere()
    await api.holds(returning)
    await open()
    await api.takes(returning)
    expect(window.location.href).not.toContain('secret')
  } finally {
    window.history.replaceState(null, '', `${pathname}${search}`)
  }
})

it('says in a new tab to go back to the other one, which shows it (VOUCHER-15)', async () => {
  keepSession(begun)
  await api.answers(returning, proven)
  const screen = await open()
  await expectText(words.returned, words.otherTab)
  expect(screen.path()).toBe('/voucher-return/oneid')
})

it('sends nothing in a browser that began nothing, and has a way on (PAGE-53, VOUCHER-15)', async () => {
  const screen = await open()
  await expectText(words.elsewhere, words.elsewhereText)
  expect(await api.count(returning)).toBe(0)
  await screen.getByRole('link', { name: 'Return Home' }).click()
  expect(screen.path()).toBe('/')
})

it('goes to the form when it is loaded again without its answer', async () => {
  beginHere()
  const screen = await open('')
  await expectText('Another page')
  expect(screen.path()).toBe('/verify/form')
  expect(await api.count(returning)).toBe(0)
})

describe('an answer that proves nothing', () => {
  it.each([
    ['age_unknown', { state: 'refused', refusal: 'age_unknown', proof: null }],
    ['expired', { state: 'expired', refusal: null, proof: null }],
  ] as const)('is explained, with a way back to the form: %s (VOUCHER-16)', async (why, session) => {
    beginHere()
    await api.answers(returning, session)
    const screen = await open()
    await expectText(walletWords.failedTitle, words.failed[why])
    await screen.getByRole('link', { name: words.back }).click()
    expect(screen.path()).toBe('/verify/form')
  })

  it.each([
    ['wallet_session_over', words.over],
    ['wallet_answer_refused', words.notThis],
    ['link_closed', 'link_closed'],
  ] as const)('says what the server says: %s', async (code, text) => {
    beginHere()
    await api.refuses(returning, code)
    const screen = await open()
    await expectText(text)
    await expect.element(screen.getByRole('link', { name: words.back })).toBeVisible()
  })

  it('says that the person is under 18, which ends the request', async () => {
    beginHere()
    await api.answers(returning, { state: 'under_age', refusal: null, proof: null })
    const screen = await open()
    await expectText(words.underAge.bank, walletWords.underAge)
    await expect.element(screen.getByRole('link', { name: 'Return Home' })).toBeVisible()
  })
})

it('sends the answer again on request when it didn’t reach the server (VOUCHER-16)', async () => {
  beginHere()
  await api.breaks(returning)
  const screen = await open()
  const again = screen.getByRole('button', { name: words.again })
  await expect.element(again).toBeVisible()
  await api.answers(returning, proven)
  await again.click()
  await eventually(() => expect(screen.path()).toBe('/verify/form'))
})
