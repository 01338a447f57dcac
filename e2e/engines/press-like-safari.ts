/**
 * Before a click: makes what is clicked keep out of the focus, as Safari does on phones and Macs and WebKitGTK does
 * not. What can only be pressed never takes the focus by a click; it goes to what holds it and can have it, or to
 * nothing.
 *
 * Runs in the page: it may use nothing from outside itself.
 */
export function pressLikeSafari(element: Element): void {
  const pressed = element.closest('button, a[href], summary, input[type="checkbox"], input[type="radio"]')
  if (!pressed) return
  pressed.addEventListener(
    'mousedown',
    (event) => {
      event.preventDefault()
      const holder = pressed.parentElement?.closest<HTMLElement>('[tabindex]')
      if (holder) holder.focus({ preventScroll: true })
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
    { once: true, capture: true },
  )
}
