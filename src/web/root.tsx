import '@mantine/core/styles.layer.css'
import './theme/fonts.css'
import './theme/global.css'
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { productName } from '../domain/product.ts'
import { styleNonce, styleNoncePlaceholder } from './theme/style-nonce.ts'
import { theme } from './theme/theme.ts'

export function meta() {
  return [{ title: productName }]
}

/** The document around every page. It is rendered at build time only; the server adds the nonce. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="style-nonce" content={styleNoncePlaceholder} suppressHydrationWarning />
        <Meta />
        <Links />
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={styleNonce}>
          {children}
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function HydrateFallback() {
  return null
}
