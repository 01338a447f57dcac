import { expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { sampleDocument } from '../../testing/samples.ts'
import { DocumentTile } from './document-tile.tsx'

it('has links of at least 44 px (PAGE-51)', async () => {
  const document = { ...sampleDocument('id'), url: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }
  const screen = await renderScreen(<DocumentTile document={document} name="Your ID" isOwn />)
  for (const target of [screen.getByRole('button'), screen.getByRole('link')])
    expect(target.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})
