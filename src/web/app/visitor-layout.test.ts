import { createElement } from 'react'
import { expect, it } from 'vitest'
import testimonialWords from '../../words/en/testimonials.ts'
import { linksNamed, renderPage } from '../testing/render-page.ts'
import VisitorLayout from './visitor-layout.tsx'

const page = renderPage(createElement(VisitorLayout))

it('shows testimonials beside the form, and says that they are illustrative (PAGE-7)', () => {
  for (const { words, who } of testimonialWords.voices) expect(page.text).toContain(`${words} ${who}`)
  expect(page.text).toContain('Illustrative examples, not quotes from customers.')
})

it('has the brand link to /', () => {
  expect(linksNamed(page, 'Assent')).toEqual(['/'])
})
