let holds = 0

/**
 * Keeps a sign-in in another tab from taking this page away: for a third party who has passed the gate and has things typed.
 * Answers the way to let go.
 */
export function holdPage(): () => void {
  let held = true
  holds += 1
  return () => {
    if (held) holds -= 1
    held = false
  }
}

export function isPageHeld(): boolean {
  return holds > 0
}
