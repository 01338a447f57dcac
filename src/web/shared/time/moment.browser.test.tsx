import { afterEach, expect, it } from 'vitest'
import { english, readLanguageFrom } from '../../../words/language.ts'
import { messages } from '../../../words/messages.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { Moment } from './moment.tsx'

const words = messages('sample', { until: 'We keep it until {at}. Then we delete it.' })
const widths = Array.from({ length: 80 }, (_, index) => 100 + 4 * index)

function speak(direction: 'ltr' | 'rtl') {
  readLanguageFrom(() => ({ ...english, direction }))
  document.documentElement.dir = direction
}

afterEach(() => speak('ltr'))

/** How far the full stop after the moment is below the end of the moment. */
function readDrop(sentence: Element): number {
  const time = sentence.querySelector('time')?.firstChild
  const texts = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() && texts.currentNode !== time);
  const stop = texts.nextNode()
  if (!time || !stop) throw new Error('the sentence has no text after its moment')
  const bottomOf = (text: Node, end: number) => {
    const range = document.createRange()
    range.setStart(text, end - 1)
    range.setEnd(text, end)
    return range.getBoundingClientRect().bottom
  }
  const at = (stop.textContent ?? '').indexOf('.')
  return bottomOf(stop, at + 1) - bottomOf(time, (time.textContent ?? '').length)
}

it.each(['ltr', 'rtl'] as const)(
  'no full stop after a moment begins a line, %s (WORDS-15)',
  async (direction) => {
    speak(direction)
    await renderScreen(
      <p>
        <Moment at="2027-03-18T12:00:00Z" within={words.until} />
      </p>,
    )
    const sentence = document.querySelector('p') ?? document.body
    const dropped = widths.filter((width) => {
      sentence.style.width = `${width}px`
      return readDrop(sentence) > 1
    })
    expect(dropped).toEqual([])
  },
)
