import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../testing/render-page.ts'
import NotFoundPage from './not-found-page.tsx'

it("says 'Oops! Page not found' and links home (PAGE-5)", () => {
  const page = renderPage(createElement(NotFoundPage), { path: '/nothing-here' })
  expect(page.html).toMatch(/<h1[^>]*>Oops! Page not found<\/h1>/)
  expect(page.links).toEqual([{ text: 'Return to Home', to: '/' }])
})
