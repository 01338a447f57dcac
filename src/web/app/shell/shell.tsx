import { useMediaQuery } from '@mantine/hooks'
import {
  IconCreditCard,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutSidebar,
  IconLogout,
  IconMenu2,
  IconMessage2,
  IconRosetteDiscountCheck,
  IconScale,
  IconSettings,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { NavLink } from 'react-router'
import words from '../../../words/en/shell.ts'
import { logOut, type SessionUser, useSession } from '../../api/session-state.ts'
import { useFeedbackDialog } from '../../features/feedback/index.tsx'
import { useAction } from '../../shared/effects.ts'
import { Brand, SkipLink } from '../../shared/ui/page-frame.tsx'
import { WithAddresses } from '../../shared/ui/with-addresses.tsx'
import classes from './shell.module.css'

/** The frame around every signed-in page: a sidebar next to it, or below 768 px a drawer over it. */
export function Shell({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { isPhone, open, drawerOpen, toggle, closeDrawer } = useSidebar()
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (drawerOpen) drawer.current?.showModal()
    else drawer.current?.close()
  }, [drawerOpen])
  const feedback = useFeedbackDialog()
  if (!user) return null
  const giveFeedback = () => {
    // When the drawer closes, it returns the focus to its button; the dialog later returns it there too.
    drawer.current?.close()
    void feedback.open()
  }
  const toggleWords = isPhone
    ? words.openNavigation
    : open
      ? words.collapseNavigation
      : words.expandNavigation
  return (
    <div className={classes['shell']} data-collapsed={!open || undefined}>
      <SkipLink />
      {isPhone ? (
        <dialog
          ref={drawer}
          className={classes['drawer']}
          aria-label={words.navigation}
          onClose={closeDrawer}
          onClick={(event) => {
            if (event.target === drawer.current) closeDrawer()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') closeDrawer()
          }}
        >
          <div className={classes['drawerInner']}>
            <button
              type="button"
              className={classes['closeDrawer']}
              onClick={closeDrawer}
              aria-label={words.closeNavigation}
            >
              <IconX size={20} aria-hidden="true" />
            </button>
            <Sidebar user={user} onLeave={closeDrawer} onFeedback={giveFeedback} />
          </div>
        </dialog>
      ) : (
        <aside className={classes['aside']}>
          <Sidebar user={user} collapsed={!open} onFeedback={giveFeedback} />
        </aside>
      )}
      <div className={classes['page']}>
        <header className={classes['bar']}>
          <button
            type="button"
            className={classes['toggle']}
            onClick={toggle}
            aria-label={toggleWords}
            aria-expanded={isPhone ? drawerOpen : open}
            aria-keyshortcuts="Control+B Meta+B"
          >
            {isPhone ? (
              <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconLayoutSidebar size={20} stroke={1.6} aria-hidden="true" />
            )}
          </button>
          {isPhone ? <Brand /> : null}
        </header>
        <main id="main" tabIndex={-1} className={classes['main']}>
          {children}
        </main>
      </div>
      {feedback.dialog}
    </div>
  )
}

const entryClass = classes['entry'] ?? ''

/**
 * Brand, entries, the feedback button, and the person with Log out. `collapsed` shows icons only; their labels appear
 * on hover and focus.
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
  const { isBusy: leaving, run } = useAction()
  const leave = () => run(logOut)
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
            {user.fullName ? (
              <strong>
                <bdi>{user.fullName}</bdi>
              </strong>
            ) : null}
            <bdi>
              <WithAddresses>{user.email}</WithAddresses>
            </bdi>
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

export const entries = [
  { to: '/dashboard', entry: 'dashboard', Icon: IconLayoutDashboard },
  { to: '/age-confirmation', entry: 'age', Icon: IconRosetteDiscountCheck },
  { to: '/person-verification', entry: 'person', Icon: IconUserCheck },
  { to: '/history', entry: 'history', Icon: IconHistory },
  { to: '/legal-consult', entry: 'legalConsult', Icon: IconScale },
  { to: '/subscription', entry: 'subscription', Icon: IconCreditCard },
  { to: '/settings', entry: 'settings', Icon: IconSettings },
] as const

const phone = '(max-width: 47.99em)'

export type SidebarState = {
  isPhone: boolean
  /** Next to the page: expanded, or collapsed to icons. Stored in a cookie. */
  open: boolean
  /** Below 768 px: the drawer over the page. Never stored. */
  drawerOpen: boolean
  toggle(): void
  closeDrawer(): void
}

/** The sidebar's state, toggled by its button and by ctrl or cmd plus b (SHELL-2). */
export function useSidebar(): SidebarState {
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  const [open, setOpen] = useState(() =>
    typeof document === 'undefined' ? true : isSidebarOpen(document.cookie),
  )
  const [drawerOpen, setDrawerOpen] = useState(false)
  const toggle = useCallback(() => {
    if (isPhone) setDrawerOpen((shown) => !shown)
    else setOpen((shown) => !shown)
  }, [isPhone])
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  useEffect(() => {
    keepSidebarOpen(document, open)
  }, [open])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [toggle])
  useEffect(() => {
    if (!isPhone) setDrawerOpen(false)
  }, [isPhone])
  return { isPhone, open, drawerOpen, toggle, closeDrawer }
}

const cookieName = 'sidebar_state'
const cookieLifeSeconds = 7 * 24 * 60 * 60

/** Whether the sidebar is open, from the cookie header's form `name=value; …`; open by default. */
export function isSidebarOpen(cookies: string): boolean {
  return !cookies.split('; ').includes(`${cookieName}=false`)
}

/** Stores the sidebar's state for 7 days (SHELL-2); `jar` is the document. */
export function keepSidebarOpen(
  jar: { cookie: string; location: { protocol: string } },
  open: boolean,
): void {
  const secure = jar.location.protocol === 'https:' ? '; Secure' : ''
  jar.cookie = `${cookieName}=${open}; Path=/; Max-Age=${cookieLifeSeconds}; SameSite=Lax${secure}`
}
