/** A key press, as a KeyboardEvent tells it. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'shiftKey' | 'metaKey'>

/**
 * Whether content protection blocks a key press (PROTECT-2): PrintScreen, F12, Ctrl+Shift+I/J/C, Ctrl+U/S/P and
 * Meta+Shift+3/4/5. With Shift held a digit's key differs by layout, so its place on the keyboard counts too.
 */
export function isBlockedKey({ key, code, ctrlKey, shiftKey, metaKey }: KeyPress): boolean {
  if (key === 'PrintScreen' || key === 'F12') return true
  const letter = key.toLowerCase()
  if (ctrlKey && shiftKey) return ['i', 'j', 'c'].includes(letter)
  if (ctrlKey) return ['u', 's', 'p'].includes(letter)
  if (metaKey && shiftKey) {
    return ['3', '4', '5'].includes(key) || ['Digit3', 'Digit4', 'Digit5'].includes(code)
  }
  return false
}
