/**
 * Gives the focus to what is pressed, for as long as it is installed, where the browser does not: on a Mac or an iPhone a click leaves it
 * where it was, and a dialog that closes could not give it back to the button that opened it (CAMERA-17). Answers what ends it.
 */
export function installFocusPressed(): () => void {
  const onClick = ({ target, isTrusted }: MouseEvent) => {
    // A click by a script, as on a link that downloads, is nobody's.
    if (!isTrusted || !(target instanceof Element)) return
    // No checkbox: one that is drawn again for the focus while it is being ticked stays as it was.
    const pressed = target.closest<HTMLElement>('button, a[href], summary')
    if (pressed && !pressed.contains(document.activeElement)) pressed.focus({ preventScroll: true })
  }
  // Before the page's own listeners, which look who has the focus.
  window.addEventListener('click', onClick, { capture: true })
  return () => window.removeEventListener('click', onClick, { capture: true })
}
