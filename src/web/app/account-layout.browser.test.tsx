import { Tabs } from '@mantine/core'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { english, readLanguageFrom } from '../../words/language.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { signIn } from '../testing/sign-in.ts'
import AccountLayout from './account-layout.tsx'

afterEach(() => readLanguageFrom(() => english))

const tabs = (
  <Tabs defaultValue="first">
    <Tabs.List>
      <Tabs.Tab value="first">First</Tabs.Tab>
      <Tabs.Tab value="second">Second</Tabs.Tab>
      <Tabs.Tab value="third">Third</Tabs.Tab>
    </Tabs.List>
  </Tabs>
)

it.each([
  ['left to right', 'ltr', '{ArrowRight}'],
  ['right to left', 'rtl', '{ArrowLeft}'],
] as const)('an arrow key leads along the tabs of a page from %s (WORDS-20)', async (_, direction, key) => {
  readLanguageFrom(() => ({ ...english, direction }))
  signIn()
  const screen = await renderScreen(
    <Routes>
      <Route element={<AccountLayout />}>
        <Route path="*" element={tabs} />
      </Route>
    </Routes>,
    '/here',
    '/here/*',
  )
  await screen.getByRole('tab', { name: 'First' }).click()
  await userEvent.keyboard(key)
  await expect.element(screen.getByRole('tab', { name: 'Second' })).toHaveFocus()
})
