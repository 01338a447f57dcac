import { expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { StepHeader } from './step-frame.tsx'

it('puts the step, and an error, before the title of the page (PAGE-43)', async () => {
  document.title = 'A request · Assent'
  const refused = <StepHeader names={['About you', 'Sign']} number={2} isFaulty />
  const first = await renderScreen(<StepHeader names={['About you', 'Sign']} number={1} />)
  expect(document.title).toBe('Step 1 of 2: About you · A request · Assent')
  await first.unmount()
  expect(document.title).toBe('A request · Assent')
  const second = await renderScreen(refused)
  expect(document.title).toBe('Error: Step 2 of 2: Sign · A request · Assent')
  // The navigation sets the next page's title before this one has unmounted.
  document.title = document.title.replace('A request', 'Your link')
  await second.unmount()
  expect(document.title).toBe('Your link · Assent')
})
