import postcss from 'postcss'
import { expect, it } from 'vitest'
import { makeOwnStylesWin } from './lib/own-styles-win.ts'

const styled = async (css: string, from = '/web/page.css') =>
  (await postcss([makeOwnStylesWin((file) => file.startsWith('/web/'))]).process(css, { from })).css

it('gives each selector the specificity of an id, placed before a pseudo-element', async () => {
  expect(await styled('.a, h2 > .b:hover {}')).toBe('.a:not(#_), h2 > .b:hover:not(#_) {}')
  expect(await styled('li::before {} input::placeholder {}')).toBe(
    'li:not(#_)::before {} input:not(#_)::placeholder {}',
  )
  expect(await styled(':where(h1, h2) {}')).toBe(':where(h1, h2):not(#_) {}')
})

it('changes rules within conditions, but not keyframes and nested rules', async () => {
  expect(await styled('@media print { .a {} }')).toBe('@media print { .a:not(#_) {} }')
  expect(await styled('@keyframes turn { from {} 50% {} }')).toBe('@keyframes turn { from {} 50% {} }')
  expect(await styled('.a { &:hover {} }')).toBe('.a:not(#_) { &:hover {} }')
})

it('does not change the rules of a library', async () => {
  expect(await styled('.m_1 {}', '/library/button.css')).toBe('.m_1 {}')
})
