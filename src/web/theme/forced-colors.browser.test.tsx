/// <reference types="@vitest/browser-playwright" />
import { Checkbox, Progress, Tabs } from '@mantine/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { StepHeader } from '../shared/steps/step-frame.tsx'
import { renderScreen } from '../testing/render-screen.tsx'

const force = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'forced-colors', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  })
beforeEach(() => force('active'))
afterEach(() => force('none'))

const style = (element: Element | null | undefined) => getComputedStyle(element as Element)

it('distinguishes ticked, selected and completed elements in forced colours mode (PAGE-44)', async () => {
  const screen = await renderScreen(
    <>
      <Checkbox label="I agree" defaultChecked />
      <Tabs defaultValue="one">
        <Tabs.List>
          <Tabs.Tab value="one">One</Tabs.Tab>
          <Tabs.Tab value="two">Two</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <StepHeader names={['You', 'They']} number={1} />
      <Progress value={50} aria-label="Used" />
    </>,
  )
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  const tick = screen.getByRole('checkbox').element().nextElementSibling
  expect(style(tick).color).not.toBe(style(screen.getByRole('checkbox').element()).backgroundColor)
  const [one, two] = ['One', 'Two'].map((name) => style(screen.getByRole('tab', { name }).element()))
  expect(one?.borderBottomColor).not.toBe(two?.borderBottomColor)
  const [passed, ahead] = screen.getByRole('listitem').elements().map(style)
  expect(passed?.borderTopWidth).not.toBe(ahead?.borderTopWidth)
  const bar = screen.getByRole('progressbar').element()
  expect(style(bar).backgroundColor).not.toBe(style(bar.parentElement).backgroundColor)
  expect(style(bar.parentElement).borderTopWidth).toBe('1px')
})
