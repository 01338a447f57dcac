import { expect, it } from 'vitest'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import WalletReturnPage from './wallet-return-page.tsx'

it('has a way on from a browser that asked no wallet (PAGE-53)', async () => {
  const screen = await renderScreen(
    <WalletReturnPage />,
    '/wallet-return#session=x&response_code=y',
    '/wallet-return',
  )
  await expectText('We couldn’t finish here')
  await screen.getByRole('link', { name: 'Return Home' }).click()
  await expectText('Another page')
  expect(screen.path()).toBe('/')
})

it('says without a code where an answer is shown, not that there is one (WALLET-18)', async () => {
  await renderScreen(<WalletReturnPage />, '/wallet-return')
  await expectText('Go back to where you started')
  expectNoText('has answered')
})
