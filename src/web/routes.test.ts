import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import routes from './routes.ts'

const table = (await routes) as RouteConfigEntry[]
const pagesIn = (layout: string) => table.find(({ file }) => file === layout)?.children ?? []
const addresses = (pages: RouteConfigEntry[]) => pages.map(({ path = '' }) => `/${path}`)
const pages = table.flatMap((entry) => entry.children ?? [entry])

const modules = import.meta.glob<{
  meta?: (at: { location: { pathname: string } }) => { title?: string }[]
}>('./features/**/*-page.tsx')

describe('the route table', () => {
  it('requires a sign-in on exactly the specified routes (PRODUCT-5, PAGE-2)', () => {
    expect(addresses(pagesIn('app/account-layout.tsx')).toSorted()).toEqual(
      [
        '/dashboard',
        '/age-confirmation',
        '/age-confirmation/created/:formId',
        '/person-verification',
        '/person-verification/created/:formId',
        '/consent-form/:formId',
        '/person-verification-view/:formId',
        '/history',
        '/settings',
        '/subscription',
        '/subscription/success',
        '/subscription/cancel',
      ].toSorted(),
    )
  })

  it('has every specified public route without the sign-in check (PAGE-1)', () => {
    const guarded = new Set(pagesIn('app/account-layout.tsx'))
    const open = addresses(pages.filter((page) => !guarded.has(page)))
    for (const path of [
      '/',
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
      '/about',
      '/privacy',
      '/privacy-policy',
      '/terms',
      '/legal-consult',
      '/verify/:formId',
    ])
      expect(open).toContain(path)
  })

  it('gives /login, /register, /forgot-password and /reset-password the split layout with testimonials (PAGE-7)', () => {
    expect(addresses(pagesIn('app/visitor-layout.tsx'))).toEqual([
      '/login',
      '/register',
      '/forgot-password',
      '/reset-password',
    ])
  })

  it('shows the sidebar on /legal-consult to a signed-in person (PUBLIC-14)', () => {
    expect(addresses(pagesIn('app/either-layout.tsx'))).toEqual(['/legal-consult'])
  })

  it('answers any other path with the 404 page (PAGE-5)', () => {
    expect(pages.find(({ path }) => path === '*')?.file).toBe('features/not-found/not-found-page.tsx')
  })

  it('gives every page its own title with the product’s name (PAGE-6)', async () => {
    const addressOf = new Map(pages.map(({ file, path }) => [file, `/${path ?? ''}`]))
    const titles = await Promise.all(
      [...addressOf].map(async ([file, pathname]) => {
        const { meta } = (await modules[`./${file}`]?.()) ?? {}
        return meta?.({ location: { pathname } }).find(({ title }) => title)?.title ?? `${file} has none`
      }),
    )
    for (const title of titles) expect(title).toMatch(/^Assent · .+|.+ · Assent$/)
    expect(new Set(titles).size).toBe(addressOf.size)
  })
})
