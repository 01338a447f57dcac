/**
 * The addresses of the product's pages (PAGE-1, PAGE-2). `:id` is one segment. Whatever is not here gets
 * the page with status 404, and shows 'Oops! Page not found'.
 */
const pagePaths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm',
  '/wallet-return',
  '/about',
  '/privacy',
  '/privacy-policy',
  '/terms',
  '/legal-consult',
  '/check',
  '/log',
  '/my-data',
  '/offline',
  '/verify/:id',
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
  '/dev/ui',
] as const

const patterns = pagePaths.map((path) => new RegExp(`^${path.replace(/:id/g, '[^/]+')}/?$`))

/** Whether an address is one of the product's pages. */
export function isPagePath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
