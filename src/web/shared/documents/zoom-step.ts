/** What a person does to an enlarged picture: larger, smaller, all of it, or look further in a direction. */
export type ZoomStep = 'in' | 'out' | 'all' | { x: number; y: number }

const steps: Record<string, ZoomStep> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'all',
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** What a key does to it; null for every other key, and with Ctrl, Alt or Meta, which are the browser's own. */
export function findZoomStep({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): ZoomStep | null {
  return ctrlKey || altKey || metaKey ? null : (steps[key] ?? null)
}
