import { createHash } from 'node:crypto'

/**
 * The policy of one page (CSP level 3): scripts are the build's own files and the inline scripts that this page was built with, by the hashes
 * that `hashInlineScripts` found.
 * Style elements need the nonce of the answer; style attributes are free, since Mantine sets sizes through them.
 */
export function writeContentSecurityPolicy(page: {
  scriptHashes: readonly string[]
  nonce: string
  https: boolean
}): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...page.scriptHashes].join(' '),
    `style-src 'self' 'nonce-${page.nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(page.https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The hash source of every script element without `src`. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
