/** How long a draft, with its files, is kept after it was last saved (DRAFT-4). */
export const draftLifeDays = 7

/** Until when a draft that was saved at an instant is kept. */
export function computeDraftEnd(savedAt: Date): Date {
  return new Date(savedAt.getTime() + draftLifeDays * 24 * 60 * 60 * 1000)
}
