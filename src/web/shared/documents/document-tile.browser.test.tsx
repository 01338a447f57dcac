import { expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleDocument } from '../../testing/samples.ts'
import { DocumentTile, DocumentTiles } from './document-tile.tsx'

const document = { ...sampleDocument('id'), url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }

it('has links of at least 44 px (PAGE-51)', async () => {
  const screen = await renderScreen(<DocumentTile document={document} name="Your ID" isOwn />)
  for (const target of [screen.getByRole('button'), screen.getByRole('link')])
    expect(target.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

it('stays as wide as the phone with a long caption that has no spaces (PAGE-13)', async () => {
  const { container } = await renderScreen(
    <div style={{ width: 320 }}>
      <DocumentTiles>
        <DocumentTile document={document} name="Photo" caption={`${'W'.repeat(200)}’s photo`} isOwn />
        <DocumentTile document={document} name="ID" isOwn />
      </DocumentTiles>
    </div>,
  )
  const tiles = container.querySelector('figure')?.parentElement
  expect(tiles?.scrollWidth).toBe(320)
})

it('has its caption on the line of its links where the width allows it', async () => {
  const screen = await renderScreen(
    <div style={{ width: 420 }}>
      <DocumentTile document={document} name="Your ID" isOwn />
    </div>,
  )
  const text = window.document.createRange()
  const [caption, link] = [screen.getByText('Your ID', { exact: true }), screen.getByRole('link')].map(
    (each) => {
      text.selectNodeContents(each.element())
      return text.getBoundingClientRect().bottom
    },
  )
  expect(caption).toBeCloseTo(link ?? Number.NaN, 0)
})
