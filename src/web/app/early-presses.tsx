import { useEffect } from 'react'

type Early = { buttons: Set<HTMLButtonElement>; end(): void }

declare global {
  interface Window {
    earlyPresses?: Early
  }
}

/**
 * Runs before the page is painted. Links and fields work by themselves, and a form's submit button cannot be pressed yet. A press that is kept
 * goes no further, so that React, which may be half-way, does not see it twice.
 */
const keepPresses = `(function(){var b=new Set,all=['mousedown','mouseup','click'],keep=function(e){var t=e.target.closest('button[type=button]');if(t){b.add(t);e.stopPropagation()}};all.forEach(function(n){addEventListener(n,keep,true)});window.earlyPresses={buttons:b,end:function(){all.forEach(function(n){removeEventListener(n,keep,true)})}}})()`

/** In the document's head: keeps the presses of buttons that come before the page's code runs. */
export function KeepEarlyPresses() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script dangerouslySetInnerHTML={{ __html: keepPresses }} />
}

/**
 * Gives each button that was pressed too early its press, once, however often somebody tried. In a task of its own: there a press has React
 * bring the part of the page to life that the button is in.
 */
export function useEarlyPresses() {
  useEffect(() => {
    const timer = setTimeout(() => {
      const early = window.earlyPresses
      if (!early) return
      delete window.earlyPresses
      early.end()
      for (const button of early.buttons) press(button)
    })
    return () => clearTimeout(timer)
  }, [])
}

/** As a mouse does it: some buttons work on its way down. */
function press(button: HTMLButtonElement) {
  for (const type of ['mousedown', 'mouseup', 'click'])
    button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
}
