import { findablePaths } from '../../contract/pages.ts'

/** robots.txt (RFC 9309): everything public may be read; links to verifications and records and the API may not. */
export function writeRobotsFile(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /verify/',
    'Disallow: /records/',
    'Disallow: /api/',
    'Disallow: /auth/',
    'Disallow: /functions/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** sitemap.xml (sitemaps.org protocol 0.9). */
export function writeSitemapFile(publicUrl: string): string {
  const urls = findablePaths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** security.txt (RFC 9116): where to report a way in. `Expires` is at most 180 days after `now`, and the file is written for each request. */
export function writeSecurityFile(
  { publicUrl, legalEmail }: { publicUrl: string; legalEmail: string },
  now: Date,
): string {
  const expires = new Date(now.getTime() + 180 * 24 * 3600 * 1000)
  return [
    `Contact: mailto:${encodeURI(legalEmail)}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
