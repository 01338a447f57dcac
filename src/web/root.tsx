import './theme/base.css'
import './theme/global.css'
import headingFont from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url'
import { MantineProvider, mantineHtmlProps } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { productName } from '../domain/product.ts'
import { readLanguage } from '../words/language.ts'
import { siteMetaNames, sitePlaceholders } from './api/site.ts'
import { BrokenPage } from './app/broken-page.tsx'
import { KeepEarlyPresses, useEarlyPresses } from './app/early-presses.tsx'
import { NotStarted } from './app/not-started.tsx'
import { installOfflineWorker } from './app/offline-worker.ts'
import { SessionEvents } from './app/session-events.tsx'
import { ProtectionByPath } from './shared/protection/protection-by-path.tsx'
import { installFocusPressed } from './shared/ui/focus-pressed.ts'
import { LazyToastRegion } from './shared/ui/lazy-toast-region.tsx'
import { PageSpinner } from './shared/ui/page-spinner.tsx'
import fonts from './theme/fonts.css?url'
import { SchemeOfTheDevice } from './theme/scheme-of-the-device.tsx'
import { readStyleNonce, styleNoncePlaceholder } from './theme/style-nonce.ts'
import { listCssVariables, pageColors, theme } from './theme/theme.ts'

export function meta() {
  return [{ title: productName }]
}

const siteMetas = Object.keys(siteMetaNames) as (keyof typeof siteMetaNames)[]

/** The document around every page. It is rendered at build time only; the server adds the nonce. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={readLanguage().tag} dir={readLanguage().direction} {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="style-nonce" content={styleNoncePlaceholder} suppressHydrationWarning />
        {siteMetas.map((name) => (
          <meta
            key={name}
            name={siteMetaNames[name]}
            content={sitePlaceholders[name]}
            suppressHydrationWarning
          />
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
      <LazyToastRegion />
      <ProtectionByPath />
    </>
  )
}

/** What stands where a page that is not prerendered will appear. */
export function HydrateFallback() {
  return <PageSpinner />
}

export function ErrorBoundary() {
  return <BrokenPage />
}
