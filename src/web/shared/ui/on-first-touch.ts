const firstTouches = ['pointerdown', 'keydown'] as const

/** Calls back when the person first does something: what only an action can make needed is fetched then. Answers the way to stop. */
export function onFirstTouch(listener: () => void): () => void {
  for (const type of firstTouches) window.addEventListener(type, listener, { once: true, passive: true })
  return () => {
    for (const type of firstTouches) window.removeEventListener(type, listener)
  }
}
