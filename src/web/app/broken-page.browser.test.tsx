import { expect, it } from 'vitest'
import words from '../../words/en/frame.ts'
import { expectText } from '../testing/read-page.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { BrokenPage } from './broken-page.tsx'

it.each([
  ['/verify/x', 1],
  ['/records/x', 1],
  ['/my-data', 1],
  ['/settings', 0],
])(
  'names the connection, and has Exit this page on a page behind a link: %s (EXIT-4)',
  async (path, exits) => {
    const screen = await renderScreen(<BrokenPage />, path)
    await expectText('Check your connection')
    await expect.element(screen.getByRole('button', { name: words.pageFailure.reload })).toBeVisible()
    expect(screen.getByRole('link', { name: words.exit }).elements()).toHaveLength(exits)
  },
)
