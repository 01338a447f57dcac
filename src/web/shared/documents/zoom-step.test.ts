import { expect, it } from 'vitest'
import { findZoomStep } from './enlarged-document.tsx'

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  findZoomStep({ key, ctrlKey: false, altKey: false, metaKey: false, ...held })

it('zooms with plus, minus and 0, and moves with the arrows (UPLOAD-31)', () => {
  expect(['+', '=', '-', '0'].map((key) => press(key))).toEqual(['in', 'in', 'out', 'all'])
  expect(press('ArrowRight')).toEqual({ x: 1, y: 0 })
  expect(press('ArrowUp')).toEqual({ x: 0, y: -1 })
})

it("ignores the browser's own zoom keys, and every other key (UPLOAD-31)", () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(press('+', held)).toBeNull()
  for (const key of ['Escape', 'Tab', 'a', 'Enter', ' ']) expect(press(key)).toBeNull()
})
