import { expect, it } from 'vitest'
import { findZoomStep } from './enlarged-document.tsx'

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  findZoomStep({ key, ctrlKey: false, altKey: false, metaKey: false, ...held })

it('zooms by plus, minus and 0, and looks around by the arrows (UPLOAD-31)', () => {
  expect(['+', '=', '-', '0'].map((key) => press(key))).toEqual(['in', 'in', 'out', 'all'])
  expect(press('ArrowRight')).toEqual({ x: 1, y: 0 })
  expect(press('ArrowUp')).toEqual({ x: 0, y: -1 })
})

it("leaves the browser's own zoom, and every other key, alone (UPLOAD-31)", () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(press('+', held)).toBeNull()
  for (const key of ['Escape', 'Tab', 'a', 'Enter', ' ']) expect(press(key)).toBeNull()
})
