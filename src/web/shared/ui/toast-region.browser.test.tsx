import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../testing/render-screen.tsx'
import { showToast } from './toast.ts'

const size = { width: 360, height: 740 }

/** A button at the foot of the screen, and once it was pressed another one above it. */
function Page() {
  const [isPressed, setIsPressed] = useState(false)
  return (
    <main>
      <h1>Here</h1>
      {isPressed ? (
        <button type="button" style={{ position: 'absolute', top: 560, height: 44 }}>
          Withdraw
        </button>
      ) : null}
      <button
        type="button"
        style={{ position: 'absolute', top: 660, height: 44 }}
        onClick={() => {
          showToast({ kind: 'success', title: 'Link copied', description: 'You can paste it now.' })
          setIsPressed(true)
        }}
      >
        Copy link
      </button>
    </main>
  )
}

it('lies over no button, also when the page becomes another one under it (PAGE-15)', async () => {
  await page.viewport(size.width, size.height)
  const screen = await renderScreen(<Page />)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  const toast = screen.getByText('You can paste it now.')
  await expect.element(toast).toBeVisible()
  const box = () => document.querySelector('[data-toast]')?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => box().bottom).toBeLessThanOrEqual(560)
  expect(box().top).toBeGreaterThan(screen.getByRole('heading').element().getBoundingClientRect().bottom)
})
