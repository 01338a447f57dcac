import './theme/base.css'
import './theme/global.css'
import headingFont from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import { mantineHtmlProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import { productName } from '../domain/product.ts'
import { readLanguage } from '../words/language.ts'
import { namePlaceholder, nameSiteMeta, sessionStorageKey, siteKeys } from './api/site.ts'
import { BrokenPage, NotStarted } from './app/broken-page.tsx'
import { LazySecondStep, LazyToastRegion, SessionEvents } from './app/session-events.tsx'
import { readTypedFields } from './app/typed-fields.ts'
import { beforeReload, keptFields } from './shared/before-reload.ts'
import { isProtectedPath } from './shared/protection/protection-state.ts'
import { PageSpinner, useHydrated } from './shared/ui/page-frame.tsx'
import fonts from './theme/fonts.css?url'
import { pageColors } from './theme/theme.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'

export function meta() {
  return [{ title: productName }]
}

/** The HTML document around every page. It is only rendered at build time; the server adds the nonce. */
export function Layout({ children }: { children: ReactNode }) {
  const { tag, direction } = readLanguage()
  return (
    <html lang={tag} dir={direction} {...mantineHtmlProps} data-respect-reduced-motion>
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
        <link rel="manifest" href={`${tag === 'en' ? '' : `/${tag}`}/manifest.webmanifest`} />
        <link rel="preload" href={headingFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={fonts} />
        <Meta />
        <Links />
        <SchemeOfTheDevice />
        <KeepEarlyPresses />
        <HeadScript />
      </head>
      <body>
        <ThemeProvider readNonce={readStyleNonce}>{children}</ThemeProvider>
        <NotStarted />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(installOfflineWorker, [])
  useEffect(installLanguageChange, [])
  useEffect(installFocusPressed, [])
  useEarlyPresses()
  useLoadStuckAgain()
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

export function HydrateFallback() {
  return <PageSpinner />
}

export function ErrorBoundary() {
  return <BrokenPage />
}

type Early = {
  /** Of each button, how many of the three events of a press were recorded. */
  buttons: Map<HTMLButtonElement, number>
  end(): void
}

declare global {
  interface Window {
    earlyPresses?: Early
    /** Loads the page again, like another language. */
    loadAgain(): void
  }
}

/**
 * Runs before the page is painted. Links and fields work without scripts, and a form's submit button can't be pressed
 * yet. A recorded press isn't passed on, so that a partly hydrated page doesn't handle it twice.
 */
const keepPresses = `(function(){var b=new Map,all=['mousedown','mouseup','click'],keep=function(e){var t=e.target.closest('button[type=button]');if(t){b.set(t,Math.max(b.get(t)||0,all.indexOf(e.type)+1));e.stopPropagation()}};all.forEach(function(n){addEventListener(n,keep,true)});window.earlyPresses={buttons:b,end:function(){all.forEach(function(n){removeEventListener(n,keep,true)})}}})()`

/** In the document's head: records the presses of buttons before the page's code runs. */
function KeepEarlyPresses() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant in this file
  return <script dangerouslySetInnerHTML={{ __html: keepPresses }} />
}

/**
 * Leaves for the neutral page: after a press of the link, or of Escape three times within five seconds. Clears this
 * browser's storage for the product, ends the session here and on the server, and replaces this page in the history.
 * Back then leads to the neutral page again, from every page of the product in this tab; opening the link again works
 * as before. Runs before the page's code, so that it never has to wait; without scripts the link is a plain one.
 *
 * Its source is written into the page: it must not use anything from outside. Storage may be unavailable.
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
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in older browsers.
    document.cookie = 'language=; Path=/; Max-Age=0'
    try {
      localStorage.clear()
      sessionStorage.clear()
      sessionStorage.setItem('left', address)
      // The page's remaining code must not store anything.
      Storage.prototype.setItem = () => {}
    } catch {
      // Storage is unavailable, so it is empty.
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

/**
 * Loads the page again in the language that is chosen in a footer (`LanguageChoice`), or that was chosen since this page
 * was left, in another tab too. First the page's code may finish its work (`beforeReload`). What was typed is kept.
 *
 * A page that the browser kept whole, and shows again on Back after the person has changed or logged out, loads again
 * too, without what was typed (PAGE-55).
 *
 * With the keyboard, some browsers choose each language that an arrow passes in the closed list. Such a choice waits for
 * Enter, or until the list is left. On a Mac an arrow opens the list, which keeps the Enter for itself.
 *
 * Its source is written into the page: it must not use anything from outside.
 */
function installLanguageChoice(sessionKey: string): void {
  let isChosen = false
  let isPassing = false
  const load = async (language: string) => {
    if (isChosen) return
    isChosen = true
    const works: Promise<unknown>[] = []
    dispatchEvent(new CustomEvent('languagechosen', { detail: { language, works } }))
    await Promise.allSettled(works)
    window.typedFields.keep()
    location.reload()
  }
  window.loadAgain = () => void load(document.documentElement.lang)
  const choose = ({ value }: HTMLSelectElement) => {
    if (value === document.documentElement.lang) return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in older browsers.
    document.cookie = `language=${value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
    void load(value)
  }
  const onEvery = (type: string, act: (select: HTMLSelectElement, event: Event) => void) => {
    const onEvent = (event: Event) => {
      const { target } = event
      if (target instanceof HTMLSelectElement && target.matches('[data-language]')) act(target, event)
    }
    // First of all: while the page hydrates, React stops the events that it can't handle yet.
    addEventListener(type, onEvent, true)
  }
  onEvery('pointerdown', () => {
    isPassing = false
  })
  onEvery('keydown', (select, event) => {
    const { key, altKey } = event as KeyboardEvent
    isPassing = !altKey && key !== 'Enter' && key !== ' ' && !navigator.platform.startsWith('Mac')
    if (key === 'Enter') choose(select)
  })
  onEvery('change', (select) => {
    if (!isPassing) choose(select)
  })
  onEvery('focusout', choose)
  const readPerson = () => {
    try {
      return JSON.parse(localStorage.getItem(sessionKey) ?? 'null')?.user.id
    } catch {
      return undefined
    }
  }
  /** The person who left this page, until it is shown again. */
  let left: { person: unknown } | undefined
  addEventListener('pagehide', () => {
    left = { person: readPerson() }
  })
  const follow = () => {
    if (left && left.person !== readPerson()) {
      isChosen = true
      location.reload()
      return
    }
    const [, chosen] = /(?:^|; )language=(\w+)/.exec(document.cookie) ?? []
    if (chosen === document.documentElement.lang) return
    if (chosen && document.querySelector(`[data-language] [value=${chosen}]`)) void load(chosen)
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow()
    left = undefined
  })
  document.addEventListener('visibilitychange', () => document.hidden || follow())
}

/** In the document's head. It runs from the page's markup, so it isn't part of the bundle. */
function HeadScript() {
  const [key, session] = [keptFields.toKey(''), sessionStorageKey].map((text) => JSON.stringify(text))
  // The exit is last: of two pages that a kept page would load, the browser loads the later one.
  const html = import.meta.env.SSR
    ? `window.typedFields=(${readTypedFields})(${key});(${installLanguageChoice})(${session});(${installExit})(${session})`
    : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: functions of this file, allowed by their hash.
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

/** How long a page that is shown again may take to render, in milliseconds. */
const stuckMs = 2000

/**
 * Loads a page again that the browser kept whole and shows again on Back, if it can't render any more: WebKit loses
 * messages in such a page, and with one of its scheduler's React waits for ever (PAGE-55).
 */
function useLoadStuckAgain() {
  const [returns, setReturns] = useState(0)
  const rendered = useRef(0)
  rendered.current = returns
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      const next = rendered.current + 1
      // Not urgent: an urgent update doesn't need the scheduler.
      startTransition(() => setReturns(next))
      setTimeout(() => rendered.current < next && window.loadAgain(), stuckMs)
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}

/**
 * Replays each early press of a button once, for any number of presses. Each runs in its own task: there a press makes
 * React hydrate the button's part of the page.
 */
function useEarlyPresses() {
  useEffect(() => {
    const timer = setTimeout(() => {
      const early = window.earlyPresses
      if (!early) return
      delete window.earlyPresses
      early.end()
      for (const [button, count] of early.buttons) press(button, count)
    })
    return () => clearTimeout(timer)
  }, [])
}

/**
 * Like a mouse, because some buttons react to the press, not the release. Of a press that isn't over yet, the browser
 * itself sends the rest.
 */
function press(button: HTMLButtonElement, count: number) {
  for (const type of ['mousedown', 'mouseup', 'click'].slice(0, count))
    button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
}

/**
 * Focuses the pressed element, until it is uninstalled, in browsers that don't: on a Mac or an iPhone a click leaves
 * the focus where it was, and a closing dialog couldn't return it to the button that opened it (CAMERA-17). Returns a
 * function that uninstalls it.
 */
function installFocusPressed(): () => void {
  const onClick = ({ target, isTrusted }: MouseEvent) => {
    // A scripted click, for example on a download link, isn't the user's.
    if (!isTrusted || !(target instanceof Element)) return
    // Checkboxes are excluded: one that re-renders on focus while it is being ticked keeps its old state.
    const pressed = target.closest<HTMLElement>('button, a[href], summary')
    if (pressed && !pressed.contains(document.activeElement)) pressed.focus({ preventScroll: true })
  }
  // Runs before the page's own listeners, which read the focus.
  window.addEventListener('click', onClick, { capture: true })
  return () => window.removeEventListener('click', onClick, { capture: true })
}

/**
 * Restores what was typed before the page loaded again, and tells the account of the next language.
 * Returns a function that uninstalls it.
 */
function installLanguageChange(): () => void {
  const loadChange = () => import('./app/language-change.ts')
  if (keptFields.find(''))
    void loadChange().then(
      ({ restoreFields }) => restoreFields(),
      () => {},
    )
  return beforeReload((language) => loadChange().then(({ tellLanguage }) => tellLanguage(language)))
}

/**
 * Installs the service worker that shows the offline page (public/service-worker.js). It waits until the page is idle;
 * a browser without service workers works without it.
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
 * Light or dark as set on the device. There is no setting to look up: the library's own script reads the browser's
 * storage first, which delays the first paint on a slow phone.
 */
function SchemeOfTheDevice() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant in this file, allowed by its hash.
  return <script data-mantine-script dangerouslySetInnerHTML={{ __html: setScheme }} />
}

/** The placeholder that the server replaces with a fresh nonce in every response (src/server/web-pages). */
const styleNoncePlaceholder = '__STYLE_NONCE__'

/** The nonce of this page for style elements, as required by the content security policy. */
function readStyleNonce(): string {
  if (typeof document === 'undefined') return styleNoncePlaceholder
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
}

const ContentProtection = lazy(() => import('./shared/protection/content-protection.tsx'))

/**
 * Enables content protection on the paths that require it (PROTECT-1). Not in prerendered markup: the watermark shows
 * the time at which the page was opened, not built.
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
