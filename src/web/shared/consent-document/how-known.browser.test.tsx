import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../testing/render-screen.tsx'
import { completion } from '../../testing/samples.ts'
import { HowKnown } from './how-known.tsx'

it.each([false, true])(
  'breaks no word at any width and size of letters, in brief: %s (EVIDENCE-17)',
  async (brief) => {
    const screen = await renderScreen(
      <div style={{ maxWidth: '42rem' }}>
        <HowKnown facts={completion.howKnown} brief={brief} />
      </div>,
    )
    await expect.element(screen.getByRole('list', { name: 'How each thing is known' })).toBeVisible()
    const root = document.documentElement
    try {
      for (const [width, letters] of [
        [320, '100%'],
        [360, '100%'],
        [360, '200%'],
        [1440, '100%'],
        [1440, '200%'],
      ] as const) {
        await page.viewport(width, 800)
        root.style.fontSize = letters
        expect(listBrokenWords(), `${width} px, ${letters}`).toEqual([])
        expect(root.scrollWidth, `${width} px, ${letters}`).toBeLessThanOrEqual(width)
      }
    } finally {
      root.style.removeProperty('font-size')
    }
  },
)

/** The words on the page that would fit on a line but are broken over two. */
function listBrokenWords(): string[] {
  const room = document.documentElement.clientWidth
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const parts = [...range.getClientRects()].filter(({ width }) => width > 0)
      const lines = new Set(parts.map(({ top }) => Math.round(top)))
      const width = parts.reduce((sum, part) => sum + part.width, 0)
      if (lines.size > 1 && width < room) broken.push(word)
    }
  }
  return broken
}
