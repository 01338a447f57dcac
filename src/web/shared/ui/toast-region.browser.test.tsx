import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../testing/render-screen.tsx'
import { showToast } from './toast.ts'

const size = { width: 360, height: 740 }

/** A button at the bottom of the screen, and after a press another one above it. */
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

it('lets presses through to the content under it on a phone, except on its close button (PAGE-47)', async () => {
  await page.viewport(size.width, size.height)
  const screen = await renderScreen(<Page />)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(screen.getByText('You can paste it now.')).toBeVisible()
  const toast = document.querySelector('[data-toast]')
  const isPressed = ({ x, y, width, height }: DOMRect) =>
    toast?.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  expect(isPressed(toast?.getBoundingClientRect() ?? new DOMRect())).toBe(false)
  const close = screen.getByRole('button', { name: 'Dismiss message' })
  await expect.element(close).toBeVisible()
  expect(isPressed(close.element().getBoundingClientRect())).toBe(true)
  await close.click()
  await expect.element(screen.getByText('You can paste it now.')).not.toBeInTheDocument()
})

it('covers no button, even when the page under it changes (PAGE-15)', async () => {
  await page.viewport(size.width, size.height)
  const screen = await renderScreen(<Page />)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  const toast = screen.getByText('You can paste it now.')
  await expect.element(toast).toBeVisible()
  const box = () => document.querySelector('[data-toast]')?.getBoundingClientRect() ?? new DOMRect()
  await expect.poll(() => box().bottom).toBeLessThanOrEqual(560)
  expect(box().top).toBeGreaterThan(screen.getByRole('heading').element().getBoundingClientRect().bottom)
})
