import { expect } from 'vitest'

/** Expects the parts on the page, one after the other. */
export function expectInOrder(text: string, parts: readonly string[]) {
  let from = 0
  for (const part of parts) {
    const place = text.indexOf(part, from)
    expect(place, `${part} after: ${text.slice(0, from).slice(-80)}`).toBeGreaterThanOrEqual(0)
    from = place + part.length
  }
}
