import { expect, it } from 'vitest'
import { expectText } from '../testing/read-page.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { useAction } from './effects.ts'

/** Two buttons for one action, and its state. */
function Action({ work }: { work: () => Promise<unknown> }) {
  const { isBusy, failure, run, restart } = useAction(String)
  return (
    <>
      <button type="button" onClick={() => void run(work)}>
        Run
      </button>
      <button type="button" onClick={() => void restart(work)}>
        Restart
      </button>
      <p>{isBusy ? 'busy' : (failure ?? 'idle')}</p>
    </>
  )
}

it('ignores a second press during an action, and takes one after it', async () => {
  const calls: { resolve(): void; reject(reason: string): void }[] = []
  const work = () => new Promise<void>((resolve, reject) => calls.push({ resolve, reject }))
  const screen = await renderScreen(<Action work={work} />)
  const button = screen.getByRole('button', { name: 'Run' }).element() as HTMLButtonElement
  // In one task, so that nothing is drawn between the presses.
  button.click()
  button.click()
  expect(calls).toHaveLength(1)
  calls[0]?.reject('refused')
  await expectText('refused')
  button.click()
  expect(calls).toHaveLength(2)
  calls[1]?.resolve()
  await expectText('idle')
})

it('begins again during an action where the work replaces itself', async () => {
  const calls: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => calls.push(resolve))
  const screen = await renderScreen(<Action work={work} />)
  const button = screen.getByRole('button', { name: 'Restart' }).element() as HTMLButtonElement
  button.click()
  button.click()
  expect(calls).toHaveLength(2)
  for (const end of calls) end()
  await expectText('idle')
})
