const protectedParts = [
  '/verify',
  '/consent-form',
  '/person-verification-view',
  '/records/',
  '/legal-consult',
] as const

/** Whether content protection switches itself on for a path (PROTECT-1). */
export function isProtectedPath(path: string): boolean {
  return protectedParts.some((part) => path.includes(part))
}

/** Whether a path's content is left out when the page is printed. */
export function isHiddenInPrint(path: string): boolean {
  return path.includes('/legal-consult')
}
