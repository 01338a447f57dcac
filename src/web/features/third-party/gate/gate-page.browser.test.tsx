import { expect, it } from 'vitest'
import { expectSaid, expectUnsaid } from '../../../testing/read-page.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { GatePage } from './gate-page.tsx'

it('tells who does not know the sender that they need not answer, and when the link closes (GATE-14)', async () => {
  const screen = await renderScreen(<GatePage type="age" gate={null} />)
  const unknown = screen.getByRole('button', { name: 'I don’t know who this is' })
  expectUnsaid('You don’t have to answer')
  await unknown.click()
  await expectSaid('You don’t have to answer. The link closes')
  await expect.element(unknown).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['What is Assent?', 'Privacy', 'What is held about me'])
    await expect.element(screen.getByRole('link', { name })).toBeVisible()
  await unknown.click()
  expectUnsaid('You don’t have to answer')
})
