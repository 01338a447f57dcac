import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import words from '../../../words/en/site.ts'
import { logOut, type SessionUser } from '../../api/session-state.ts'
import classes from './account-menu.module.css'

/** What the signed-in person is called: the full name, or the part of the email before the @ (PUBLIC-3). */
function nameAccount({ fullName, email }: SessionUser): string {
  return fullName || email.split('@', 1)[0] || words.account
}

/** The bar's dropdown of a signed-in person. Escape, a click elsewhere and leaving it with the keyboard close it. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useEffect(() => {
    if (!open) return
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  return (
    <div ref={menu} className={classes['menu']}>
      <button
        ref={button}
        type="button"
        className={classes['button']}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen((shown) => !shown)}
      >
        <span className={classes['name']}>{nameAccount(user)}</span>
        <svg viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
          <path d="m1 1.5 5 5 5-5" />
        </svg>
      </button>
      <div id={panelId} className={classes['panel']} hidden={!open}>
        <Link to="/dashboard">{words.dashboard}</Link>
        <Link to="/settings">{words.settings}</Link>
        <button type="button" onClick={() => void logOut()}>
          {words.logOut}
        </button>
      </div>
    </div>
  )
}
