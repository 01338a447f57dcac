import { useRef, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, expectNoText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { hideErrorToasts, showToast, type Toast } from './toast.ts'

beforeEach(() => page.viewport(360, 740))

const copied: Toast = { kind: 'success', title: 'Link copied', description: 'You can paste it now.' }

/** A row of two buttons between paragraphs; the first shows a toast, the second opens another part of the page. */
function Page({ toast }: { toast: Toast }) {
  const [isMoved, setIsMoved] = useState(false)
  return (
    <main>
      <section hidden={isMoved}>
        <h1>Here</h1>
        <p>Above</p>
        <div style={{ display: 'flex' }}>
          <button type="button" onClick={() => showToast(toast)}>
            Copy link
          </button>
          <button type="button" onClick={() => setIsMoved(true)}>
            Go on
          </button>
        </div>
        <p>Below</p>
      </section>
      {isMoved ? <h1>There</h1> : null}
    </main>
  )
}

const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()

it('is a note below the pressed button on a phone, which covers nothing (PAGE-15)', async () => {
  const screen = await renderScreen(<Page toast={copied} />)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(screen.getByText('You can paste it now.')).toBeVisible()
  const note = boxOf(document.querySelector('[data-toast]'))
  expect(note.top).toBeGreaterThanOrEqual(boxOf(screen.getByText('Go on').element()).bottom)
  expect(note.bottom).toBeLessThanOrEqual(boxOf(screen.getByText('Below').element()).top)
})

it('is replaced by the next note, and dismissed by its button, which gives the focus back (PAGE-15, PAGE-47)', async () => {
  const screen = await renderScreen(<Page toast={copied} />)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
  showToast({ kind: 'error', title: 'Failed' })
  await expect.element(screen.getByText('Failed')).toBeVisible()
  expectNoText('Link copied')
  hideErrorToasts()
  await expect.element(screen.getByText('Failed')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await screen.getByRole('button', { name: 'Dismiss message' }).click()
  await expect.element(screen.getByText('Link copied')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Copy link' })).toHaveFocus()
})

it('moves along to what replaced the part of the page where it was (PAGE-47)', async () => {
  const screen = await renderScreen(<Page toast={copied} />)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
  await screen.getByRole('button', { name: 'Go on' }).click()
  await expect.element(screen.getByRole('heading', { name: 'There' })).toBeVisible()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
})

function PageWithDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const send = () => {
    showToast(copied)
    // The dialog fades out, and gives the focus back at its end.
    setTimeout(() => {
      setIsOpen(false)
      setTimeout(() => opener.current?.focus(), 30)
    }, 30)
  }
  return (
    <main>
      <h1>Here</h1>
      <p>Above</p>
      <div>
        <button ref={opener} type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      </div>
      <p>Below</p>
      {isOpen ? (
        <section role="dialog">
          <button type="button" onClick={send}>
            Send
          </button>
        </section>
      ) : null}
    </main>
  )
}

it('is below the button that opened a dialog once the dialog has closed, and never in the closing dialog (PAGE-15)', async () => {
  const screen = await renderScreen(<PageWithDialog />)
  const inDialog: Element[] = []
  const look = new MutationObserver(() =>
    inDialog.push(...document.querySelectorAll('[role=dialog] [data-toast]')),
  )
  look.observe(document.body, { childList: true, subtree: true })
  await screen.getByRole('button', { name: 'Open' }).click()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
  const note = document.querySelector('[data-toast]')
  const below = screen.getByText('Below').element()
  await eventually(() => {
    expect(
      screen
        .getByText('Above')
        .element()
        .compareDocumentPosition(note as Element),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(below.compareDocumentPosition(note as Element)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  })
  look.disconnect()
  expect(inDialog).toEqual([])
})

it('is left out on a phone where the page says it, and shown on a wide page (PAGE-15)', async () => {
  const screen = await renderScreen(<Page toast={{ ...copied, isOnPage: true }} />)
  const button = screen.getByRole('button', { name: 'Copy link' })
  await button.click()
  showToast({ kind: 'info', title: 'Something else' })
  await expect.element(screen.getByText('Something else')).toBeVisible()
  expectNoText('Link copied')
  await page.viewport(1440, 900)
  await button.click()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
})
