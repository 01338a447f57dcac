import { expect, it } from 'vitest'
import words from '../../../words/en/wallets.ts'
import { api } from '../../testing/api.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import WalletProofField from './wallet-proof.tsx'

const begun = {
  id: '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b77',
  secret: 's',
  expiresAt: '2126-11-22T12:05:00.000Z',
  request: { uri: 'av://?x=1' },
}

async function open(error: string | null) {
  await api.answers('GET /api/wallets', { offered: ['eu.europa.ec.av.1'] })
  const screen = await renderScreen(
    <WalletProofField
      scope="own"
      begin={async () => begun}
      onRefused={() => false}
      provenBy={null}
      isUploading={false}
      error={error}
      onProven={() => {}}
      onUnderAge={() => {}}
    />,
  )
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

it('is described by the reason why a form without a proof was refused (PAGE-49)', async () => {
  const { part } = await open('A proof is required')
  await expect.element(part).toHaveAccessibleDescription('A proof is required')
})
