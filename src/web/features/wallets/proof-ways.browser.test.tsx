import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../../contract/endpoints.ts'
import words from '../../../words/en/vouchers.ts'
import walletWords from '../../../words/en/wallets.ts'
import { type BeginVoucher, beginThirdPartyVoucher } from '../../api/evidence.ts'
import { api } from '../../testing/api.ts'
import { eventually, expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { dropSession, findSession, keepSession } from './kept-session.ts'
import { toVoucherScope, wayBack } from './kept-voucher.ts'
import ProofWays, { type ProofWaysProps } from './proof-ways.tsx'

const looking = 'GET /api/wallet-sessions/:id'
type OfferedVoucher = Answer<'GET /api/vouchers'>['offered'][number]
const oneId: OfferedVoucher = { id: 'oneid', name: 'OneID', kind: 'bank', countries: ['GB'], hasName: true }
const iDin: OfferedVoucher = { id: 'idin', name: 'iDIN', kind: 'bank', countries: ['NL'], hasName: true }
const mitId: OfferedVoucher = { id: 'mitid', name: 'MitID', kind: 'eid', countries: ['DK'], hasName: true }
const ageKey: OfferedVoucher = {
  id: 'agekey',
  name: 'AgeKey',
  kind: 'age_key',
  countries: [],
  hasName: false,
}
const name = { typed: 'Sam O’Neill', of: 'third' } as const

/** Its page is an address on the same page, so that the page under test can still be examined. */
const begun = {
  id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
  secret: 's',
  expiresAt: '2126-11-22T12:05:00.000Z',
  url: new URL('#bank', window.location.href).href,
}
const kept = { ...begun, scope: toVoucherScope('bank', 'form'), uri: begun.url, asked: null }
const proof = {
  id: begun.id,
  credentialType: null,
  voucherKind: 'bank',
  issuerName: 'OneID',
  provenAt: '2026-11-22T12:00:00.000Z',
} as const

const clear = () => {
  dropSession(begun.id)
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
}
beforeEach(clear)
afterEach(clear)

/** What is offered, null where it can't be fetched. */
type Opened = Partial<ProofWaysProps> & { offered?: OfferedVoucher[] | null }

async function open({ offered = [oneId, mitId, ageKey], ...more }: Opened = {}) {
  const begin = vi.fn<BeginVoucher>(async () => begun)
  const onProven = vi.fn()
  const onUnderAge = vi.fn()
  if (offered) await api.answers('GET /api/vouchers', { offered })
  else await api.breaks('GET /api/vouchers')
  const screen = await renderScreen(
    <ProofWays
      scope="form"
      begin={begin}
      onRefused={() => false}
      name={null}
      proven={null}
      wallet={<p>The wallet’s part</p>}
      id={<p>The ID’s part</p>}
      isWalletProven={false}
      hasId={false}
      isUploading={false}
      path="id"
      onProven={onProven}
      onUnderAge={onUnderAge}
      {...more}
    />,
    '/verify/form?type=age',
  )
  const press = (label: string) => screen.getByRole('button', { name: label, exact: true }).click()
  return { screen, press, begin, onProven, onUnderAge }
}

async function listWays({ screen }: Awaited<ReturnType<typeof open>>) {
  const list = screen.getByRole('list', { name: 'Prove your age and name' })
  await expect.element(list).toBeVisible()
  return [...list.element().querySelectorAll('li')].map((item) => ({
    button: item.querySelector('button')?.textContent,
    line: item.querySelector('p')?.textContent ?? '',
  }))
}

describe('the list of ways', () => {
  it('has what is configured and taken, the least revealing first, each with a line: who learns what (VOUCHER-13)', async () => {
    const ways = await listWays(await open())
    expect(ways.map(({ button }) => button)).toEqual([
      'Use an age key',
      'Use a wallet',
      'Use my bank',
      'Use my eID',
      'Use my ID',
    ])
    expect(ways[2]?.line).toBe(
      'Your bank learns that you used Assent, not for whom. We can’t erase that there.',
    )
    for (const { line } of ways) expect(line).toMatch(/\.$/)
  })

  it('leaves out what isn’t configured or taken (VOUCHER-13)', async () => {
    const ways = await listWays(await open({ offered: [ageKey], wallet: null, id: null }))
    expect(ways.map(({ button }) => button)).toEqual(['Use an age key'])
  })

  it('says of an age key that it doesn’t replace the ID where the name is asked, and leaves it out where none is taken (VOUCHER-17)', async () => {
    const first = await open({ name })
    const [key] = await listWays(first)
    expect(key).toMatchObject({ button: 'Use an age key' })
    expect(key?.line).toContain(words.keyHasNoName)
    await first.screen.unmount()
    const without = await listWays(await open({ name, id: null }))
    expect(without.map(({ button }) => button)).not.toContain('Use an age key')
  })

  it('leads to the parts of a wallet and an ID, and back (PAGE-48)', async () => {
    const { screen, press } = await open()
    await press('Use a wallet')
    await expectText('The wallet’s part')
    expect(document.activeElement).not.toBe(document.body)
    await press(words.otherWay)
    await press('Use my ID')
    await expectText('The ID’s part')
    await expect.element(screen.getByRole('list', { name: words.list })).not.toBeInTheDocument()
  })

  it('shows an ID that is there, and no other way, with which it would be given out of sight', async () => {
    const { screen } = await open({ hasId: true })
    await expectText('The ID’s part')
    await expect.element(screen.getByRole('button', { name: words.otherWay })).not.toBeInTheDocument()
  })

  it('has the other ways when the banks can’t be fetched, and tries again', async () => {
    const { press } = await open({ offered: null, wallet: null })
    await expectText(words.notLoaded, 'Use my ID')
    await api.answers('GET /api/vouchers', { offered: [oneId] })
    await press(words.again)
    await expectText('Use my bank')
    expectNoText(words.notLoaded)
  })

  it('is described by the reason why a form without a proof was refused (PAGE-49)', async () => {
    await open({ error: 'Evidence is required' })
    await expectText('Evidence is required')
    const part = document.querySelector<HTMLElement>('[data-path="id"]')
    await expect.element(part).toHaveAccessibleDescription('Evidence is required')
  })
})

describe('a bank', () => {
  it('is asked for the age after saying what is asked, what isn’t, what is kept and who learns of it; this tab goes there (VOUCHER-14)', async () => {
    const { press, begin } = await open()
    await press('Use my bank')
    await expectText(
      words.explain.bank({ provider: 'OneID' }),
      words.learns.bank,
      `${words.notAsked.age} ${words.kept}`,
    )
    expectNoText(words.explainName({ name: name.typed }))
    await api.holds(looking)
    await press('Prove my age with my bank')
    await eventually(() => expect(window.location.hash).toBe('#bank'))
    expect(begin.mock.calls).toEqual([[{ voucher: 'oneid', asksName: false }]])
    expect(findSession()).toMatchObject({ id: begun.id, secret: 's', scope: 'bank form' })
    expect(wayBack.find()).toBe('/verify/form?type=age')
  })

  it.each([
    [walletWords.proveBoth, true],
    [walletWords.ageOnly, false],
  ])('is asked by “%s” for the name: %s', async (button, asksName) => {
    const { press, begin } = await open({ name })
    await press('Use my bank')
    await expectText(words.explainName({ name: name.typed }), words.ageOnlyKeepsId)
    await api.holds(looking)
    await press(button)
    await eventually(() => expect(begin.mock.calls).toEqual([[{ voucher: 'oneid', asksName }]]))
  })

  it('isn’t asked for the age alone where the name is asked and no ID is taken (VOUCHER-14)', async () => {
    const { screen, press } = await open({ name, id: null })
    await press('Use my bank')
    await expect.element(screen.getByRole('button', { name: walletWords.proveBoth })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: walletWords.ageOnly })).not.toBeInTheDocument()
  })

  it('is chosen by name and country where there are several (VOUCHER-14)', async () => {
    const { screen, press, begin } = await open({ offered: [oneId, iDin] })
    await press('Use my bank')
    await expect.element(screen.getByRole('radio', { name: 'OneID (United Kingdom)' })).toBeChecked()
    await screen.getByRole('radio', { name: 'iDIN (Netherlands)' }).click()
    await expectText(words.explain.bank({ provider: 'iDIN' }))
    await api.holds(looking)
    await press('Prove my age with my bank')
    await eventually(() => expect(begin.mock.calls).toEqual([[{ voucher: 'idin', asksName: false }]]))
  })

  it('can’t be gone to during an upload, which would be lost (UPLOAD-38)', async () => {
    const { screen, press, begin } = await open({ isUploading: true })
    await press('Use my bank')
    const prove = screen.getByRole('button', { name: words.prove.bank })
    await expect.element(prove).toHaveAttribute('aria-disabled', 'true')
    await prove.click({ force: true })
    expect(begin).not.toHaveBeenCalled()
  })
})

describe('a provider that can’t be asked', () => {
  const beginning = 'POST /api/public/verifications/:id/voucher-sessions'
  const begin = beginThirdPartyVoucher({ id: 'form', gateToken: 't' })

  it('is said so, with every way still there (VOUCHER-16)', async () => {
    await api.refuses(beginning, 'voucher_away')
    const { screen, press } = await open({ begin })
    await press('Use my bank')
    await press(words.prove.bank)
    await expectText('voucher_away')
    await expect.element(screen.getByRole('button', { name: words.prove.bank })).toBeEnabled()
    await press(words.otherWay)
    await expectText('Use my ID')
    expect(window.location.hash).toBe('')
  })

  it('is told from a lost connection', async () => {
    await api.breaks(beginning)
    const { press } = await open({ begin })
    await press('Use my bank')
    await press(words.prove.bank)
    await expectText(words.failed.network)
  })

  it('leaves a page alone that the person has left, and withdraws the request (PAGE-42)', async () => {
    await api.holds(beginning)
    await api.answers('DELETE /api/wallet-sessions/:id', undefined)
    const { screen, press } = await open({ begin })
    await press('Use my bank')
    await press(words.prove.bank)
    const asked = await api.takes(beginning)
    await screen.unmount()
    await asked.answer(begun)
    await eventually(async () => expect(await api.count('DELETE /api/wallet-sessions/:id')).toBe(1))
    expect(window.location.hash).toBe('')
    expect(findSession()).toBeNull()
  })
})

describe('after the return', () => {
  const back = async (answer: Parameters<typeof api.answers<typeof looking>>[1], more: Opened = {}) => {
    keepSession(kept)
    await api.answers(looking, answer)
    return open(more)
  }

  it('shows the proof at once, also in the first of two tabs, and reports it (VOUCHER-15)', async () => {
    const { onProven } = await back({ state: 'proven', refusal: null, proof })
    await expectText(walletWords.proven, words.provenBy.bank({ provider: 'OneID' }))
    expect(onProven).toHaveBeenCalledWith(proof)
    expect(findSession()).toBeNull()
  })

  it.each([
    [true, 'The name there agrees with “Sam O’Neill”.', true],
    [false, words.nameDiffers.third({ name: name.typed }), false],
    [null, words.nameNotCompared, false],
  ])(
    'says how the name compares, and whether it replaces the ID: %s (VOUCHER-17)',
    async (nameAgrees, text, isEnough) => {
      const proven = { state: 'proven', refusal: null, proof: { ...proof, nameAgrees } } as const
      const { screen, press } = await back(proven, { name })
      await expectText(text)
      if (isEnough) return expectNoText(words.notInstead.id)
      await expectText(words.notInstead.id)
      await press(walletWords.proveAgain)
      await expect.element(screen.getByRole('button', { name: walletWords.proveBoth })).toBeVisible()
    },
  )

  it('waits for a tab or app that the bank opened, goes there again, and can be cancelled', async () => {
    await api.answers('DELETE /api/wallet-sessions/:id', undefined)
    const { screen, press } = await back({ state: 'open', refusal: null, proof: null })
    await expectText(words.waiting.bank)
    await expect
      .element(screen.getByRole('link', { name: words.goAgain.bank }))
      .toHaveAttribute('href', begun.url)
    await press(words.cancel)
    await expectText(words.failed.cancelled)
    await expect.element(screen.getByRole('button', { name: words.prove.bank })).toBeVisible()
  })

  it.each([
    ['the bank took the request from the server', 'https://bank.example/auth?request_uri=urn%3Ab', 'open'],
    ['an answer was broken off', begun.url, 'answered'],
  ] as const)('begins anew where %s: the address counts once (VOUCHER-16)', async (_, uri, state) => {
    await api.answers('DELETE /api/wallet-sessions/:id', undefined)
    keepSession({ ...kept, uri })
    await api.answers(looking, { state, refusal: null, proof: null })
    const { screen, press } = await open()
    await press(words.goAgain.bank)
    await expect.element(screen.getByRole('button', { name: words.prove.bank })).toBeEnabled()
    await expectNoText(words.failed.cancelled)
    expect(findSession()).toBeNull()
  })

  it('says why there is no proof, and lets the person begin again or otherwise (VOUCHER-16)', async () => {
    const { screen } = await back({ state: 'refused', refusal: 'age_unknown', proof: null })
    await expectText(walletWords.failedTitle, words.failed.age_unknown)
    await expect.element(screen.getByRole('button', { name: words.prove.bank })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: words.otherWay })).toBeVisible()
  })

  it('reports that the person is under 18', async () => {
    const { onUnderAge } = await back({ state: 'under_age', refusal: null, proof: null })
    await expectText(words.underAge.bank)
    expect(onUnderAge).toHaveBeenCalledTimes(1)
  })
})

it('shows a proof from before, and the other ways only while an ID is still needed', async () => {
  const vouched = { by: 'age_key', provider: 'AgeKey' } as const
  const { screen } = await open({ proven: vouched })
  await expectText(words.provenBy.age_key({ provider: 'AgeKey' }))
  await expect.element(screen.getByRole('list', { name: words.list })).not.toBeInTheDocument()
  await screen.unmount()
  await open({ proven: vouched, name })
  await expectText(words.provenBy.age_key({ provider: 'AgeKey' }), words.notInstead.id, 'Use my ID')
})
