import { type ComponentType, Suspense, useState } from 'react'
import { expect, it } from 'vitest'
import words from '../../../words/en/part.ts'
import { expectNoText, expectText } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { lazyPart } from './lazy-part.tsx'

/** A typed value, a note, and a part after a press. */
function Page({ Note, Part }: { Note: ComponentType; Part: ComponentType<{ name: string }> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main>
      <label>
        Typed <input />
      </label>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Suspense>
        <Note />
      </Suspense>
      {isOpen ? (
        <Suspense>
          <Part name="Ada" />
        </Suspense>
      ) : null}
    </main>
  )
}

const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

it('leaves the page as it is when the code of a part can’t be downloaded, and tries again on request (PAGE-52)', async () => {
  let isOnline = false
  const Part = lazyPart<{ name: string }>(async () =>
    isOnline ? { default: ({ name }) => <p>A part for {name}</p> } : lost(),
  )
  const Note = lazyPart(lost, { isOptional: true })
  const screen = await renderScreen(<Page Note={Note} Part={Part} />)
  const typed = screen.getByRole('textbox', { name: 'Typed' })
  await typed.fill('kept')
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('button', { name: words.tryAgain }).click()
  await expectText(words.notLoaded)
  isOnline = true
  await screen.getByRole('button', { name: words.tryAgain }).click()
  await expectText('A part for Ada')
  expectNoText(words.notLoaded)
  await expect.element(typed).toHaveValue('kept')
})
