/** What a history entry remembers beside its address, where a page has steps and dialogs that Back leaves one by one. */
export type Place = {
  /** The step that this entry shows. */
  step?: string | number
  /** The step of the entry below, when that one belongs to the same steps. */
  below?: string | number
  /** How many entries lie between this one and the one that the steps began on. */
  depth?: number
  /** The dialog that lies over the page. */
  dialog?: string
}

/** What an entry remembers, whoever wrote it; what it garbles is not there. */
export function readPlace(state: unknown): Place {
  if (typeof state !== 'object' || state === null) return {}
  const { step, below, depth, dialog } = state as Record<string, unknown>
  return {
    ...(isStep(step) ? { step } : {}),
    ...(isStep(below) ? { below } : {}),
    ...(typeof depth === 'number' ? { depth } : {}),
    ...(typeof dialog === 'string' ? { dialog } : {}),
  }
}

const isStep = (value: unknown) => typeof value === 'string' || typeof value === 'number'
