import { type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/frame.ts'
import classes from './page-frame.module.css'

/** The page's h1, which takes the focus after a navigation, with optional content beside it. */
export function PageHeading({
  eyebrow,
  children,
  lead,
  aside,
  compact = false,
}: {
  /** The title of the page's document, in small print above the heading. */
  eyebrow?: string
  children: ReactNode
  /** One sentence below the heading. */
  lead?: ReactNode
  /** An element across from the heading, such as a button. */
  aside?: ReactNode
  /** Small, for a heading that was read before. */
  compact?: boolean
}) {
  const heading = useHeadingFocus()
  return (
    <header className={classes['header']} data-compact={compact || undefined}>
      <div className={classes['line']}>
        <h1 ref={heading} tabIndex={-1} className={classes['heading']}>
          {eyebrow ? <span className={classes['eyebrow']}>{eyebrow} </span> : null}
          {children}
        </h1>
        {aside}
      </div>
      {lead ? <p className={classes['lead']}>{lead}</p> : null}
    </header>
  )
}

let focusedPath: string | null = null

/**
 * For a page's h1, which must have tabIndex -1. After a navigation it takes the focus, so that a screen reader reads
 * the new page from its start; on the first page of a visit the browser's own focus stays.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const moved = focusedPath !== null && focusedPath !== pathname
    const lost = document.activeElement === null || document.activeElement === document.body
    if (moved || (lost && focusedPath === pathname)) heading.current?.focus({ preventScroll: true })
    focusedPath = pathname
  }, [pathname])
  return heading
}

/** The logo: two overlapping sheets with a tick. */
function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg className={classes['mark']} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect className={classes['back']} x="9" y="3" width="20" height="20" rx="6" />
      <rect className={classes['front']} x="3" y="9" width="20" height="20" rx="6" />
      <path className={classes['tick']} d="m8.5 19.2 3.4 3.4 6.6-7.4" />
    </svg>
  )
}

/** The brand, a link to the landing page. `compact` hides the name visually. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Link to="/" className={classes['brand']} aria-label={words.home}>
      <BrandMark />
      {compact ? null : <span className={classes['name']}>{productName}</span>}
    </Link>
  )
}

/** One short column below the brand, for an intermediate page. With `isLive` its changes are announced. */
export function NarrowPage({ isLive = false, children }: { isLive?: boolean; children: ReactNode }) {
  return (
    <div className={classes['frame']}>
      <header>
        <Brand />
      </header>
      <main id="main" tabIndex={-1} className={classes['main']} aria-live={isLive ? 'polite' : undefined}>
        {children}
      </main>
    </div>
  )
}

/** A link that looks like a button, in plain markup: for public pages, whose first view must be small. */
export function LinkButton({
  to,
  state,
  children,
  variant = 'filled',
}: {
  to: string
  state?: unknown
  children: ReactNode
  variant?: 'filled' | 'outline' | 'inverse' | 'quiet'
}) {
  return (
    <Link to={to} state={state} className={classes['button'] ?? ''} data-variant={variant}>
      {children}
    </Link>
  )
}

/** The first tab stop: skips the navigation to the page's `main`, which must be focusable. */
export function SkipLink() {
  return (
    <a className={classes['skip']} href="#main">
      {words.skip}
    </a>
  )
}

/** Reloads the current address. A link, not a button, so that it works without scripts. */
export function ReloadLink({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the empty address is the page itself
    <a href="" className={className}>
      {children}
    </a>
  )
}

/**
 * Fills the page while required data is loading. `words` are shown and announced. Plain markup: it is part of every
 * page's start.
 */
export function PageSpinner({ words: shown = words.loading }: { words?: string }) {
  return (
    <div className={classes['page']} role="status">
      <span className={classes['spinner']} aria-hidden="true" />
      <p className={classes['words']}>{shown}</p>
    </div>
  )
}

const subscribeToNothing = () => () => {}

/** False in prerendered markup and until the page's code runs; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
