import { expect, it } from 'vitest'
import { chooseLanguage } from '../../testing/choose-language.ts'
import { renderHere } from '../../testing/render-screen.tsx'
import { useKeptValue } from './use-kept-value.ts'

async function open(value: string | null) {
  const restored: string[] = []
  const { unmount } = await renderHere(() => useKeptValue('reason', value, (kept) => restored.push(kept)))
  return { restored, unmount }
}

it('keeps a value over one reload in another language, and restores it once (WORDS-13)', async () => {
  const typed = await open('In Paris')
  await chooseLanguage('de')
  await typed.unmount()
  const again = await open(null)
  expect(again.restored).toEqual(['In Paris'])
  await again.unmount()
  expect((await open(null)).restored).toEqual([])
})

it('keeps nothing for another kind of reload, and nothing that is empty (WORDS-13)', async () => {
  const typed = await open('In Paris')
  await typed.unmount()
  const empty = await open(null)
  await chooseLanguage('de')
  await empty.unmount()
  expect((await open(null)).restored).toEqual([])
})
