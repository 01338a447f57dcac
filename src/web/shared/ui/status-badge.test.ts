import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { verificationStatuses } from '../../../domain/verification/verification.ts'
import { renderPage } from '../../testing/render-page.ts'
import { StatusBadge } from './status-badge.tsx'

const styles = readFileSync(new URL('./status-badge.module.css', import.meta.url), 'utf8')

/** The colour of a rule's text, border and background, which must be the same. */
function readColour(selector: string): string {
  const [, rule = ''] = styles.split(`${selector} {`)
  const colours = [...(rule.split('}')[0] ?? '').matchAll(/--assent-status-(\w+)/g)].map(([, name]) => name)
  return [...new Set(colours)].join()
}

it.each([
  ['pending', 'yellow'],
  ['verified', 'green'],
  ['rejected', 'red'],
])('shows %s in %s (STATE-3)', (status, colour) => {
  expect(readColour(`.badge[data-status="${status}"]`)).toBe(colour)
})

it('shows any other status in grey (STATE-3)', () => {
  expect(readColour('.badge')).toBe('grey')
  for (const status of verificationStatuses.filter((s) => !['pending', 'verified', 'rejected'].includes(s))) {
    expect(styles).not.toContain(`"${status}"`)
    expect(renderPage(createElement(StatusBadge, { status, ageStep: null })).html).toContain(
      `data-status="${status}"`,
    )
  }
})
