import { IconLogout, IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import words from '../../../words/en/shell.ts'
import { logOut, type SessionUser } from '../../api/session-state.ts'
import { Brand } from '../../shared/ui/brand.tsx'
import { entries } from './entries.ts'
import classes from './sidebar.module.css'

const entryClass = classes['entry'] ?? ''

/**
 * Brand, entries, the way to give feedback, and the person with Log out. `collapsed` shows icons only; their words appear beside them on
 * hover and focus.
 */
export function Sidebar({
  user,
  collapsed = false,
  onLeave,
  onFeedback,
}: {
  user: SessionUser
  collapsed?: boolean
  /** Called when an entry is followed, so that a drawer can close. */
  onLeave?: () => void
  onFeedback: () => void
}) {
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await logOut()
    } finally {
      setLeaving(false)
    }
  }
  return (
    <div className={classes['sidebar']} data-collapsed={collapsed || undefined}>
      <div className={classes['brand']}>
        <Brand compact={collapsed} />
      </div>
      <nav className={classes['entries']} aria-label={words.navigation}>
        <ul>
          {entries.map(({ to, entry, Icon }) => (
            <li key={to}>
              <NavLink to={to} className={entryClass} onClick={() => onLeave?.()}>
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                <span className={classes['label']}>{words.entries[entry]}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <button type="button" className={entryClass} onClick={onFeedback} aria-haspopup="dialog">
        <IconMessage2 size={20} stroke={1.6} aria-hidden="true" />
        <span className={classes['label']}>{words.feedback}</span>
      </button>
      <div className={classes['person']}>
        <div className={classes['who']}>
          <span className={classes['initial']} aria-hidden="true">
            {(user.fullName || user.email).slice(0, 1).toUpperCase()}
          </span>
          <span className={classes['names']}>
            {user.fullName ? <strong>{user.fullName}</strong> : null}
            <span>{user.email}</span>
          </span>
        </div>
        <button type="button" className={entryClass} onClick={leave} disabled={leaving}>
          <IconLogout size={20} stroke={1.6} aria-hidden="true" />
          <span className={classes['label']}>{words.logOut}</span>
        </button>
      </div>
    </div>
  )
}
