import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { CredentialType } from '../../../domain/wallet.ts'
import words from '../../../words/en/wallets.ts'
import type { BeginWallet } from '../../api/evidence.ts'
import { RequestFailure } from '../../api/request.ts'
import { api } from '../../testing/api.ts'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { dropSession, keepSession } from './kept-session.ts'
import WalletProofField, { type WalletProofProps } from './wallet-proof.tsx'

const begun = {
  id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
  secret: 's',
  expiresAt: '2126-11-22T12:05:00.000Z',
  request: { uri: 'av://?x=1' },
}

const tooMany = {
  type: 'about:blank',
  status: 429,
  code: 'rate_limited',
  title: 'Too many',
  detail: 'Wait ten minutes.',
} as const

type Opened = Partial<Pick<WalletProofProps, 'error' | 'name' | 'proven'>> & { offered?: CredentialType[] }

type FieldProps = { begin: BeginWallet } & Partial<WalletProofProps>

const Field = ({ begin, ...more }: FieldProps) => (
  <WalletProofField
    scope="own"
    begin={begin}
    onRefused={() => false}
    proven={null}
    name={null}
    isUploading={false}
    onProven={() => {}}
    onUnderAge={() => {}}
    {...more}
  />
)

function Uploading({ begin }: { begin: BeginWallet }) {
  const [isUploading, setIsUploading] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsUploading(false)}>
        The file arrives
      </button>
      <Field begin={begin} isUploading={isUploading} />
    </>
  )
}

async function render({ offered = ['eu.europa.ec.av.1'], ...more }: Opened = {}) {
  const begin = vi.fn<BeginWallet>(async () => begun)
  await api.answers('GET /api/wallets', { offered })
  const screen = await renderScreen(<Field begin={begin} {...more} />)
  return { screen, begin }
}

async function open(error: string | null) {
  const { screen } = await render({ error })
  const prove = screen.getByRole('button', { name: words.prove })
  await expect.element(prove).toBeVisible()
  return { screen, prove, part: document.querySelector<HTMLElement>('[data-path="wallet"]') }
}

it('keeps the focus in its part when the pressed button disappears (PAGE-48)', async () => {
  await api.holds('GET /api/wallet-sessions/:id')
  await api.answers('DELETE /api/wallet-sessions/:id', undefined)
  const { screen, prove, part } = await open(null)
  await prove.click()
  const cancel = screen.getByRole('button', { name: words.cancel })
  await expect.element(cancel).toBeVisible()
  expect(document.activeElement).toBe(part)
  await cancel.click()
  await expect.element(prove).toBeVisible()
  expect(document.activeElement).toBe(part)
})

it.each([
  ['the server’s reason for a refused start', new RequestFailure(tooMany, 429), tooMany.detail],
  ['that the connection failed', new RequestFailure(null, null), words.network],
])('says %s (WALLET-15)', async (_what, failure, sentence) => {
  const { screen, begin } = await render()
  begin.mockRejectedValue(failure)
  await screen.getByRole('button', { name: words.prove }).click()
  await expectText(sentence)
})

it('begins only after all uploads have finished, and keeps its focus until then (UPLOAD-38)', async () => {
  await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
  const begin = vi.fn<BeginWallet>(() => new Promise(() => {}))
  const screen = await renderScreen(<Uploading begin={begin} />)
  const prove = screen.getByRole('button', { name: words.prove })
  await expect.element(prove).toHaveAccessibleDescription(/^Your files are still uploading/)
  await expect.element(prove).toHaveAttribute('aria-disabled', 'true')
  prove.element().focus()
  await prove.click({ force: true })
  expect(begin).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(prove.element())
  await screen.getByRole('button', { name: 'The file arrives' }).click()
  await prove.click()
  expect(begin).toHaveBeenCalledOnce()
})

it('is described by the reason why a form without a proof was refused (PAGE-49)', async () => {
  const { part } = await open('A proof is required')
  await expect.element(part).toHaveAccessibleDescription('A proof is required')
})

describe('a wallet that may be asked for the name (WALLET-14)', () => {
  const name = { typed: 'Sam O’Neill', of: 'third', onCorrect: vi.fn() } as const
  const licence: CredentialType = 'org.iso.18013.5.1.mDL'

  it.each([
    [words.proveBoth, true],
    [words.ageOnly, false],
  ])('is asked by “%s” for the name: %s', async (button, asksName) => {
    await api.holds('GET /api/wallet-sessions/:id')
    await api.answers('DELETE /api/wallet-sessions/:id', undefined)
    const { screen, begin } = await render({ offered: [licence], name })
    const ask = screen.getByRole('button', { name: button })
    await expectText(words.needs[licence], words.explainName({ name: name.typed }))
    await ask.click()
    const cancel = screen.getByRole('button', { name: words.cancel })
    await expect.element(cancel).toBeVisible()
    await cancel.click()
    await expect.element(ask).toBeVisible()
    expect(begin.mock.calls).toEqual([[{ credentialType: licence, way: expect.any(String), asksName }]])
  })

  it('isn’t asked where the credential has none', async () => {
    const { screen } = await render({ offered: ['eu.europa.ec.av.1', licence], name })
    await expect.element(screen.getByRole('button', { name: words.prove })).toBeVisible()
    expect(screen.getByRole('button', { name: words.ageOnly }).query()).toBeNull()
    await screen.getByRole('radio', { name: words.credential[licence] }).click()
    await expect.element(screen.getByRole('button', { name: words.ageOnly })).toBeVisible()
  })

  it.each([
    [true, words.nameAgrees({ name: name.typed })],
    [false, words.nameDiffers.third({ name: name.typed })],
    [null, words.nameNotCompared],
  ])('says how the name compares: %s', async (nameAgrees, sentence) => {
    await render({ name, proven: { issuerName: 'Utopia', nameAgrees } })
    await expectText(sentence)
  })

  it.each([
    ['own', words.correct.own],
    ['third', words.correct.third],
  ] as const)('leads to the field where the name may be put right: %s', async (of, button) => {
    const onCorrect = vi.fn()
    const { screen } = await render({ name: { ...name, of, onCorrect }, proven: { nameAgrees: false } })
    await screen.getByRole('button', { name: button }).click()
    expect(onCorrect).toHaveBeenCalledOnce()
  })

  it('isn’t quoted about another name than the one that it was compared with', async () => {
    const proven = { issuerName: 'Utopia', nameAgrees: true, isOfOtherName: true }
    const { screen } = await render({ name, proven })
    await expect.element(screen.getByRole('button', { name: words.proveAgain })).toBeVisible()
    await expectText(words.nameChanged({ name: name.typed }))
    expectNoText(words.nameAgrees({ name: name.typed }))
    expect(screen.getByRole('button', { name: words.correct.third }).query()).toBeNull()
  })

  it.each([
    ['after it showed a different name', { nameAgrees: false }],
    ['for a corrected name, when the page no longer knows how the earlier one compared', {}],
  ])('can be asked again %s', async (_, proven) => {
    const { screen } = await render({ offered: [licence], name, proven })
    await screen.getByRole('button', { name: words.proveAgain }).click()
    await expect.element(screen.getByRole('button', { name: words.proveBoth })).toBeVisible()
  })

  it('is asked for the same by a code when the page was loaded again in between', async () => {
    const asked = { credentialType: licence, asksName: true, way: 'link' } as const
    const { id, secret, expiresAt, request } = begun
    keepSession({ id, secret, expiresAt, scope: 'own', uri: request.uri, asked })
    await api.holds('GET /api/wallet-sessions/:id')
    const { screen, begin } = await render({ offered: ['eu.europa.ec.av.1', licence], name })
    const showCode = screen.getByRole('button', { name: words.showCode })
    await expectText(words.explainName({ name: name.typed }))
    await showCode.click()
    await expect.element(screen.getByRole('img', { name: words.code })).toBeVisible()
    expect(begin.mock.calls).toEqual([[{ ...asked, way: 'qr' }]])
    dropSession(id)
  })

  it('says that it asks for a birth date where the credential has nothing less', async () => {
    await render({ offered: ['eu.europa.ec.eudi.pid.1'] })
    await expectText(words.explain.birth_date, words.notAsked.age.birth_date)
  })
})
