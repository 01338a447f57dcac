import { Button } from '@mantine/core'
import { expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { WithAddresses } from './with-addresses.tsx'

/** The text of each line, as it is drawn. */
function listLines(element: Element): string[] {
  const lines: { top: number; text: string }[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      const line = lines.at(-1)
      if (line && Math.abs(line.top - top) < 5) line.text += range.toString()
      else lines.push({ top, text: range.toString() })
    }
  }
  return lines.map(({ text }) => text.trim())
}

it.each([
  ['annakowalska@example.com', 15, ['annakowalska', '@example.com']],
  ['anna_kowalska@mail.example.com', 14, ['anna_kowalska', '@mail.example', '.com']],
  ['anna-maria@mail-box.example.com', 12, ['anna-maria', '@mail-box', '.example.com']],
  ['to anna_kowalska@example.com', 15, ['to', 'anna_kowalska', '@example.com']],
  [
    'We’re emailing it to anna.maria@example.com.',
    14,
    ['We’re emailing', 'it to anna', '.maria@example', '.com.'],
  ],
])('breaks %s at %i letters only before @ and full stops (PAGE-54)', async (text, width, lines) => {
  const screen = await renderScreen(
    <p data-testid="text" style={{ font: '16px monospace', width: `${width}ch`, overflowWrap: 'break-word' }}>
      <WithAddresses>{text}</WithAddresses>
    </p>,
  )
  const shown = screen.getByTestId('text').element()
  expect(listLines(shown)).toEqual(lines)
  // Copied and read aloud as it is.
  expect(shown.textContent).toBe(text)
})

it('leaves the name of a button whole, whose label lays its parts out one by one (PAGE-54)', async () => {
  const name = 'Stay logged in as anna.maria@example.com'
  const screen = await renderScreen(
    <Button>
      <WithAddresses>{name}</WithAddresses>
    </Button>,
  )
  const button = screen.getByRole('button').element()
  expect(button).toHaveAccessibleName(name)
  expect(listLines(button)).toEqual([name])
})
