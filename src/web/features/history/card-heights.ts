import type { VerificationSummary } from '../../../contract/verification.ts'

/** About what a card of the desktop takes, with the gap below it. */
let typicalPx = 230

const measured = new WeakMap<VerificationSummary, { count: number; heightPx: number }>()

/**
 * How much room cards take that are not drawn: what they took when they last were, else what others took. Remembered beyond the life of
 * the page's components, so that whoever comes back to the history finds the place they left.
 */
export const cardHeights = {
  remember(items: VerificationSummary[], heightPx: number): void {
    const [first] = items
    if (!first || heightPx === 0) return
    measured.set(first, { count: items.length, heightPx })
    typicalPx = heightPx / items.length
  },
  getHeight(items: VerificationSummary[]): number {
    const known = items[0] && measured.get(items[0])
    return known?.count === items.length ? known.heightPx : typicalPx * items.length
  },
}
