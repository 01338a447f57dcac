import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { theme } from './theme.ts'

/**
 * The theme of every page. Mantine's own provider would also load code that a page doesn't need: for a colour scheme set
 * by the user, and to compute variables.css.
 */
export function ThemeProvider({ readNonce, children }: { readNonce: () => string; children: ReactNode }) {
  useEffect(followScheme, [])
  return (
    <MantineContext value={{ ...context, getStyleNonce: readNonce }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}

const context = {
  colorScheme: 'auto',
  setColorScheme() {},
  clearColorScheme() {},
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
} as const

/** Follows a change of the device's colour scheme while a page is open. Returns a function that stops it. */
function followScheme(): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () =>
    document.documentElement.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light')
  show()
  dark.addEventListener('change', show)
  return () => dark.removeEventListener('change', show)
}
