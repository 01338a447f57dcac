import './theme/base.css'
import './theme/global.css'
import headingFont from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import { MantineProvider, mantineHtmlProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { productName } from '../domain/product.ts'
import { readLanguage } from '../words/language.ts'
import { namePlaceholder, nameSiteMeta, sessionStorageKey, siteKeys } from './api/site.ts'
import { BrokenPage, NotStarted } from './app/broken-page.tsx'
import { LazySecondStep, LazyToastRegion, SessionEvents } from './app/session-events.tsx'
import { isProtectedPath } from './shared/protection/protection-state.ts'
import { PageSpinner, useHydrated } from './shared/ui/page-frame.tsx'
import fonts from './theme/fonts.css?url'
import { listCssVariables, pageColors, theme } from './theme/theme.ts'

export function meta() {
  return [{ title: productName }]
}

/** The document around every page. It is rendered at build time only; the server adds the nonce. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={readLanguage().tag} dir={readLanguage().direction} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="style-nonce" content={styleNoncePlaceholder} suppressHydrationWarning />
        {siteKeys.map((key) => (
          <meta key={key} name={nameSiteMeta(key)} content={namePlaceholder(key)} suppressHydrationWarning />
        ))}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={pageColors.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={pageColors.dark} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" href={headingFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={fonts} />
        <Meta />
        <Links />
        <SchemeOfTheDevice />
        <KeepEarlyPresses />
        <ExitScript />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={listCssVariables}
          defaultColorScheme="auto"
          getStyleNonce={readStyleNonce}
        >
          {children}
        </MantineProvider>
        <NotStarted />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(installOfflineWorker, [])
  useEffect(installFocusPressed, [])
  useEarlyPresses()
  return (
    <>
      <Outlet />
      <SessionEvents />
      <LazySecondStep />
      <LazyToastRegion />
      <ProtectionByPath />
    </>
  )
}

/** A placeholder for a page that is not prerendered. */
export function HydrateFallback() {
  return <PageSpinner />
}

export function ErrorBoundary() {
  return <BrokenPage />
}

type Early = { buttons: Set<HTMLButtonElement>; end(): void }

declare global {
  interface Window {
    earlyPresses?: Early
  }
}

/**
 * Runs before the page is painted. Links and fields work by themselves, and a form's submit button cannot be pressed
 * yet. A press that is kept goes no further, so that React, which may be half-way, does not see it twice.
 */
const keepPresses = `(function(){var b=new Set,all=['mousedown','mouseup','click'],keep=function(e){var t=e.target.closest('button[type=button]');if(t){b.add(t);e.stopPropagation()}};all.forEach(function(n){addEventListener(n,keep,true)});window.earlyPresses={buttons:b,end:function(){all.forEach(function(n){removeEventListener(n,keep,true)})}}})()`

/** In the document's head: keeps the presses of buttons that come before the page's code runs. */
function KeepEarlyPresses() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant in this file
  return <script dangerouslySetInnerHTML={{ __html: keepPresses }} />
}

/**
 * Leaves for the neutral page: after a press of the link, or of Escape three times within five seconds. Empties what
 * this browser stored for the product, ends the session here and on the server, and takes the place of this page in the
 * history. Back then leads to the neutral page again, from every page of the product in this tab; opening the link anew
 * works as before. Runs before the page's code, so that it never has to wait; without scripts the link is a plain one.
 *
 * Its source is written into the page: it must not use anything from outside. Storage may be closed to the page.
 */
function installExit(sessionKey: string): void {
  const readLeft = () => {
    try {
      return sessionStorage.getItem('left')
    } catch {
      return null
    }
  }
  const endSession = () => {
    try {
      const session = JSON.parse(localStorage.getItem(sessionKey) ?? 'null')
      const headers = { Authorization: `Bearer ${session?.access_token}` }
      if (session) void fetch('/auth/v1/logout?scope=local', { method: 'POST', keepalive: true, headers })
    } catch {
      // There is no session to end.
    }
  }
  const emptyStorage = (address: string) => {
    try {
      localStorage.clear()
      sessionStorage.clear()
      sessionStorage.setItem('left', address)
      // What the page still does stores nothing.
      Storage.prototype.setItem = () => {}
    } catch {
      // Nothing is stored.
    }
  }
  const leave = ({ href }: HTMLAnchorElement) => {
    endSession()
    emptyStorage(href)
    document.title = ''
    document.body.hidden = true
    location.replace(href)
  }
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-exit]')
    if (!link) return
    event.preventDefault()
    event.stopPropagation()
    leave(link)
  }
  let presses: number[] = []
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.repeat) return
    presses = [...presses.slice(-2), Date.now()]
    const [first = 0, , third] = presses
    const link = document.querySelector<HTMLAnchorElement>('a[data-exit]')
    if (link && third !== undefined && third - first < 5000) leave(link)
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    const left = readLeft()
    if (persisted && left) location.replace(left)
  }
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKey, true)
  addEventListener('pageshow', onShow)

  const left = readLeft()
  if (!left) return
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') location.replace(left)
  else sessionStorage.removeItem('left')
}

/** In the document's head. It runs from the page's markup alone, so that the page's code does not carry it. */
function ExitScript() {
  const html = { __html: import.meta.env.SSR ? `(${installExit})(${JSON.stringify(sessionStorageKey)})` : '' }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a function of this file, allowed by its hash.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={html} />
}

/**
 * Replays each early press of a button, once, for any number of presses. In a task of its own: there a press has React
 * hydrate the part of the page that the button is in.
 */
function useEarlyPresses() {
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

/**
 * Gives the focus to the pressed element, for as long as it is installed, where the browser does not: on a Mac or an
 * iPhone a click leaves it where it was, and a dialog that closes could not give it back to the button that opened it
 * (CAMERA-17). Answers a function that ends it.
 */
function installFocusPressed(): () => void {
  const onClick = ({ target, isTrusted }: MouseEvent) => {
    // A click by a script, as on a download link, does not count as the person's.
    if (!isTrusted || !(target instanceof Element)) return
    // No checkbox: one that is redrawn for the focus while it is being ticked keeps its old state.
    const pressed = target.closest<HTMLElement>('button, a[href], summary')
    if (pressed && !pressed.contains(document.activeElement)) pressed.focus({ preventScroll: true })
  }
  // Before the page's own listeners, which read the focus.
  window.addEventListener('click', onClick, { capture: true })
  return () => window.removeEventListener('click', onClick, { capture: true })
}

/**
 * Installs the service worker that shows the offline page (public/service-worker.js). It waits until the page has
 * nothing else to do; a browser that refuses workers works without.
 */
function installOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {})
  if ('requestIdleCallback' in window) requestIdleCallback(install)
  else setTimeout(install, 3000)
}

/** Written into the page verbatim, and run before the first paint. */
const setScheme = `document.documentElement.setAttribute('data-mantine-color-scheme',matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light')`

/**
 * Light or dark as the device says. There is nothing to choose, so nothing is looked up: the library's own script opens
 * the browser's storage first, which on a slow phone keeps the page from its first paint.
 */
function SchemeOfTheDevice() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant in this file, allowed by its hash.
  return <script data-mantine-script dangerouslySetInnerHTML={{ __html: setScheme }} />
}

/** The placeholder that the server replaces by a fresh nonce in every page it sends (src/server/web-pages). */
const styleNoncePlaceholder = '__STYLE_NONCE__'

/** The nonce of this page for style elements, as the content security policy demands. */
function readStyleNonce(): string {
  if (typeof document === 'undefined') return styleNoncePlaceholder
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
}

const ContentProtection = lazy(() => import('./shared/protection/content-protection.tsx'))

/**
 * Switches content protection on where the path asks for it (PROTECT-1). Not in prerendered markup: the watermark says
 * when the page was opened, which is not when it was built.
 */
function ProtectionByPath() {
  const { pathname } = useLocation()
  const isHydrated = useHydrated()
  if (!isHydrated || !isProtectedPath(pathname)) return null
  return (
    <Suspense fallback={null}>
      <ContentProtection key={pathname} path={pathname} />
    </Suspense>
  )
}
