import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { writtenTheme } from '../theme/written-theme.ts'

/** The text of a page before any interaction, in order, and its links. */
export type RenderedPage = { text: string; links: { text: string; to: string }[]; html: string }

/**
 * Renders an element at `path`, which `route` matches, signed out. `queries` has earlier answers of the server, `state`
 * the state of the history entry. Effects don't run: behaviour after the first view belongs in a browser test.
 */
export function renderPage(
  element: ReactNode,
  {
    path = '/',
    route = '*',
    queries = new QueryClient(),
    state = null,
  }: { path?: string; route?: string; queries?: QueryClient; state?: unknown } = {},
): RenderedPage {
  const router = createMemoryRouter([{ path: route, element }], {
    initialEntries: [{ ...parsePath(path), state }],
  })
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(MantineProvider, { theme: writtenTheme }, createElement(RouterProvider, { router })),
    ),
  )
  const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, to = '', inner = '']) => ({ to: decode(to), text: readText(inner) }),
  )
  return { html, links, text: readText(html) }
}

/** The targets of the links with this text, in the page's order. */
export function linksNamed({ links }: RenderedPage, text: string): string[] {
  return links.filter((link) => link.text === text).map(({ to }) => to)
}

function readText(html: string): string {
  // Text nodes meet without a space, also where a line may break.
  const joined = html.replace(/<!-- -->|<wbr\/?>/g, '')
  const visible = joined.replace(/<(style|script|svg)\b.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' ')
  return decode(visible).replace(/\s+/g, ' ').trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' }

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** The labels of a page's fields, from top to bottom. */
export function listLabels({ html }: RenderedPage): string[] {
  return [...html.matchAll(/<label\b[^>]*>(.*?)<\/label>/gs)].map(([, inner = '']) => plain(inner))
}

/** The labels of a page's buttons, from top to bottom; `disabled` filters by whether they are disabled. */
export function listButtons({ html }: RenderedPage, disabled?: boolean): string[] {
  return [...html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)]
    .filter(
      ([, attributes = '']) =>
        disabled === undefined || / (aria-disabled="true"|disabled="")/.test(attributes) === disabled,
    )
    .map(([, , inner = '']) => plain(inner))
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .trim()
}

/** Expects the parts on the page, one after the other. */
export function expectInOrder(text: string, parts: readonly string[]) {
  let from = 0
  for (const part of parts) {
    const place = text.indexOf(part, from)
    expect(place, `${part} after: ${text.slice(0, from).slice(-80)}`).toBeGreaterThanOrEqual(0)
    from = place + part.length
  }
}

/** Sets the clock to noon UTC of a day for all tests of a file. */
export function onDay(day: string): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) }))
  afterAll(() => void vi.useRealTimers())
}
