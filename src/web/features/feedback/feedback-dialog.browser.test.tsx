import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { api } from '../../testing/api.ts'
import { eventually, expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'

const sending = 'POST /api/feedback'

function Feedback() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open again
      </button>
      <FeedbackDialog opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

async function send() {
  await api.holds(sending)
  const screen = await renderScreen(<Feedback />)
  const comment = screen.getByLabelText('Comment')
  await screen.getByLabelText('Very good').click()
  await comment.fill('It works.')
  await screen.getByRole('button', { name: 'Send feedback' }).click()
  return { screen, comment, asked: await api.takes(sending) }
}

it('sends the rating and the comment once, and closes (FEEDBACK-1)', async () => {
  const { asked } = await send()
  expect(JSON.parse(asked.body)).toEqual({ rating: 5, comment: 'It works.' })
  await expectText('Sending…')
  await userEvent.keyboard('{Enter}')
  await asked.answer(undefined)
  await expectText('Thank you for your feedback', 'It has arrived.')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(await api.count(sending)).toBe(1)
})

it('keeps everything after a failure, and shows the next step (FEEDBACK-6)', async () => {
  const { comment, asked } = await send()
  await asked.break()
  await expectText(
    'We couldn’t send your feedback',
    'Please check your connection and try again. What you chose and wrote is still here.',
  )
  await expect.element(comment).toHaveValue('It works.')
})

it('keeps new text while the previous text is being sent (FEEDBACK-6)', async () => {
  const { comment, asked } = await send()
  await comment.fill('It works. And one more thing')
  await asked.answer(undefined)
  await expectText('It has arrived.')
  await expect.element(comment).toBeVisible()
  await expect.element(comment).toHaveValue('It works. And one more thing')
})

it('shows a toast for a failure after it was closed, and keeps the text (FEEDBACK-6)', async () => {
  const { screen, asked, comment } = await send()
  await screen.getByRole('banner').getByRole('button').click()
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await asked.refuse('unexpected_failure')
  await expectText('We couldn’t send your feedback', 'Something went wrong. Please try again.')
  await screen.getByRole('button', { name: 'Open again' }).click()
  await expect.element(comment).toHaveValue('It works.')
  expectNoText('What you chose and wrote is still here.')
})
