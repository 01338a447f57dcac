import { Alert, Button } from '@mantine/core'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderScreen } from '../testing/render-screen.tsx'

it('keeps the focus on a busy button, which ignores presses (PAGE-48)', async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const draw = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" loading={isBusy}>
        Send
      </Button>
    </form>
  )
  const screen = await renderScreen(draw(false))
  const button = screen.getByRole('button', { name: 'Send' })
  await button.click()
  expect(onSubmit).toHaveBeenCalledOnce()
  await screen.unmount()

  const busy = await renderScreen(draw(true))
  const element = busy.getByRole('button', { name: 'Send' }).element() as HTMLButtonElement
  element.focus()
  expect(document.activeElement).toBe(element)
  expect(element.getAttribute('aria-disabled')).toBe('true')
  element.click()
  await busy.getByLabelText('Name').click()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

it("doesn't submit a form by another button (PAGE-48)", async () => {
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const screen = await renderScreen(
    <form onSubmit={onSubmit}>
      <Button>Take a photo</Button>
    </form>,
  )
  await screen.getByRole('button', { name: 'Take a photo' }).click()
  expect(onSubmit).not.toHaveBeenCalled()
})

it("doesn't announce a note that the page is shown with (PAGE-50)", async () => {
  const screen = await renderScreen(<Alert title="Good to know">A note</Alert>)
  await expect.element(screen.getByRole('note', { name: 'Good to know' })).toBeVisible()
  expect(screen.getByRole('alert').query()).toBeNull()
})
