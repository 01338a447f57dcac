import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../testing/render-page.ts'
import { GateFooter } from './gate-page.tsx'

const formId = '53a89c0d-92e4-4315-a581-d5df8b85a523'

it('the page behind a link shows the reference of its mails (MAIL-18)', () => {
  const page = renderPage(createElement(GateFooter, { formId }))
  expect(page.text).toContain('Reference 53A8-9C0D')
})
