import { useEffect, useId, useRef, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/site.ts'
import { logOut, type SessionUser, useSession } from '../../api/session-state.ts'
import { readSite } from '../../api/site.ts'
import { Brand, LinkButton, SkipLink } from '../../shared/ui/page-frame.tsx'
import classes from './site-layout.module.css'

/** The header and the footer of every public page. */
export default function SiteLayout() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}

/** The header of the public pages: sign-in links for a visitor, the account menu for a signed-in person. */
export function TopBar() {
  const { user } = useSession()
  return (
    <header className={classes['bar']}>
      <div className={classes['topInner']}>
        <Brand />
        <nav className={classes['ways']} aria-label={words.account}>
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <>
              <Link to="/login" className={classes['logIn'] ?? ''}>
                {words.logIn}
              </Link>
              <LinkButton to="/register">{words.signUp}</LinkButton>
            </>
          )}
        </nav>
      </div>
    </header>
  )
}

/** The displayed name of the signed-in person: the full name, or the part of the email before the @ (PUBLIC-3). */
function nameAccount({ fullName, email }: SessionUser): string {
  return fullName || email.split('@', 1)[0] || words.account
}

/** The account menu in the header. Escape, a click outside and moving the focus out close it. */
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
        <bdi className={classes['name']}>{nameAccount(user)}</bdi>
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

const columns = [
  {
    column: 'features',
    links: [
      { to: '/age-confirmation', link: 'age' },
      { to: '/person-verification', link: 'person' },
    ],
  },
  {
    column: 'company',
    links: [
      { to: '/about', link: 'about' },
      { to: '/privacy', link: 'privacy' },
      { to: '/terms', link: 'terms' },
    ],
  },
] as const

/** The footer of the public pages with its three columns (PUBLIC-9). */
export function SiteFooter() {
  const { supportEmail } = readSite()
  return (
    <footer className={classes['footer']}>
      <div className={classes['inner']}>
        <div className={classes['claim']}>
          <Brand />
          <p>{words.claim}</p>
        </div>
        {columns.map(({ column, links }) => (
          <nav key={column} aria-label={words.columns[column]}>
            <h2>{words.columns[column]}</h2>
            <ul>
              {links.map(({ to, link }) => (
                <li key={to}>
                  <Link to={to}>{words.links[link]}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2>{words.contact}</h2>
          <a href={`mailto:${supportEmail}`}>
            <span>
              <bdi>{supportEmail}</bdi>
            </span>
          </a>
        </div>
      </div>
      <p className={classes['small']}>
        {'©'} {productName}. {words.notLegalAdvice}
      </p>
    </footer>
  )
}
