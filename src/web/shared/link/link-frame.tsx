import type { ReactNode } from 'react'
import words from '../../../words/en/protection.ts'
import { setProtectionOff, useProtectionState } from '../protection/protection-state.ts'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { Brand } from '../ui/page-frame.tsx'
import { showToast } from '../ui/toast.ts'
import { ExitThisPage } from './exit-this-page.tsx'
import classes from './link-frame.module.css'

/**
 * One column below the brand: the frame of every page behind a link. A wide one has room for a record, a protected one
 * explains how to select text.
 */
export function LinkFrame({
  isWide,
  isProtected = true,
  footer = isProtected ? <ProtectionNote /> : null,
  children,
}: {
  isWide?: boolean
  isProtected?: boolean
  /** Replaces the explanation, which it contains (`ProtectionToggle`). */
  footer?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes['frame']} data-wide={isWide || undefined}>
      <header className={classes['bar']}>
        <Brand />
        <ExitThisPage />
      </header>
      <main id="main" tabIndex={-1} className={classes['main']}>
        {children}
      </main>
      <footer className={classes['footer']}>
        <LanguageChoice />
        {footer}
      </footer>
    </div>
  )
}

export function ProtectionNote() {
  return (
    <p className={classes['note']}>
      <ProtectionToggle />
    </p>
  )
}

/**
 * Lets a person who needs to select text, for translation or reading aloud, switch the blocking off. The watermark
 * stays. Plain markup: it is part of the public page's first view.
 */
export function ProtectionToggle() {
  const { isOff } = useProtectionState()
  const toggle = () => {
    setProtectionOff(!isOff)
    showToast({
      kind: 'info',
      title: isOff ? words.enabled : words.disabled,
      description: isOff ? words.enabledText : words.disabledText,
    })
  }
  return (
    <button type="button" className={classes['toggle']} onClick={toggle}>
      {isOff ? words.turnOn : words.turnOff}
    </button>
  )
}
