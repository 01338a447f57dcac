type Page = {
  /** Its address; `:id` is one segment of it. */
  path: string
  /** The path of its HTML, if it is the same for everyone, so that it is shown before any code runs. */
  prerenderedAt?: string
  /** Whether search engines may index it: it is in the sitemap, in this order. */
  isFindable?: true
}

const definePrerendered = (path: string) => ({ path, prerenderedAt: path })
const defineFindable = (path: string) => ({ ...definePrerendered(path), isFindable: true as const })

/** All pages (PAGE-1, PAGE-2). Any other address gets the page with status 404, which shows 'Oops! Page not found'. */
const pages: readonly Page[] = [
  ...[
    '/',
    '/about',
    '/register',
    '/login',
    '/privacy',
    '/terms',
    '/legal-consult',
    '/check',
    '/log',
    '/api-reference',
  ].map(defineFindable),
  ...['/privacy-policy', '/my-data', '/forgot-password'].map(definePrerendered),
  // Cached by the service worker and shown when the network is unavailable.
  definePrerendered('/offline'),
  // One HTML file serves every verification link.
  { path: '/verify/:id', prerenderedAt: '/verify/link' },
  ...[
    '/reset-password',
    '/confirm',
    '/wallet-return',
    '/voucher-return/:id',
    '/emails',
    '/records/:id',
    '/dashboard',
    '/age-confirmation',
    '/age-confirmation/created/:id',
    '/person-verification',
    '/person-verification/created/:id',
    '/consent-form/:id',
    '/person-verification-view/:id',
    '/history',
    '/settings',
    '/subscription',
    '/subscription/success',
    '/subscription/cancel',
  ].map((path) => ({ path })),
]

/** The addresses of the pages that search engines may index. */
export const findablePaths = pages.filter(({ isFindable }) => isFindable).map(({ path }) => path)

/**
 * The paths of the pages that are prerendered at build time.
 * @internal only react-router.config.ts reads it.
 */
export const prerenderedPaths = pages.flatMap(({ prerenderedAt }) => prerenderedAt ?? [])

const patterns = pages.map(({ path, prerenderedAt }) => ({
  pattern: new RegExp(`^${path.replace(/:id/g, '[^/]+')}/?$`),
  prerenderedAt: prerenderedAt ?? null,
}))

/** The page at an address, and where its HTML is if it was prerendered; null where there is no page. */
export function findPage(address: string): { prerenderedAt: string | null } | null {
  return patterns.find(({ pattern }) => pattern.test(address)) ?? null
}
