import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { findablePaths, findPage } from '../../contract/pages.ts'
import type { LanguageTag } from '../../domain/language.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readReader } from '../platform/language/index.ts'
import type { Build, BuiltFile, Part } from './load-build.ts'

/** The web build's placeholder for the nonce of the answer. */
const noncePlaceholder = '__STYLE_NONCE__'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Serves the pages and assets of the web build for every path that no other route has. */
export function createWebPagesRoutes(
  build: Build,
  { https, site, readNow }: { https: boolean; site: Site; readNow: () => Date },
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const preparePart = createPreparer(build, site)

  routes.get('/robots.txt', (c) => c.text(writeRobotsFile(site.publicUrl)))
  routes.get('/sitemap.xml', (c) =>
    c.body(writeSitemapFile(site.publicUrl), 200, { 'Content-Type': 'application/xml; charset=utf-8' }),
  )
  routes.get('/.well-known/security.txt', (c) => c.text(writeSecurityFile(site, readNow())))
  // Password managers look for it (W3C, A Well-Known URL for Changing Passwords).
  routes.get('/.well-known/change-password', (c) => c.redirect('/settings', 303))

  routes.get('*', async (c) => {
    const path = c.req.path
    const file = build.files.get(path)
    if (file) return answerFile(c, build, file)
    if (/\.[a-z0-9]+$/i.test(path)) return c.text('Not found', 404)
    const page = findPage(path)
    const reader = readReader()
    const tag = reader && build.pages.has(reader) ? reader : 'en'
    const pages = build.pages.get(tag)
    const part = pages?.get(page?.prerenderedAt ?? '*') ?? pages?.get('*')
    if (!part) throw new Error('the build has no page for every other address')
    return answerPage(c, { ...(await preparePart(part)), tag, status: page ? 200 : 404, https })
  })

  return routes
}

/** Prepares each page at its first request, because most installations have readers of few languages. */
function createPreparer(build: Build, site: Site): (part: Part) => Promise<PreparedPage> {
  const prepared = new Map<Part, Promise<PreparedPage>>()
  const read = async (part: Part) =>
    preparePage(withSite(new TextDecoder().decode(await build.read(part)), site))
  return (part) => {
    const known = prepared.get(part) ?? read(part)
    prepared.set(part, known)
    known.catch(() => prepared.delete(part))
    return known
  }
}

/** The constant parts of a page: its text around the nonces, and the hashes of its scripts. */
type PreparedPage = { parts: string[]; scriptHashes: string[] }

function preparePage(html: string): PreparedPage {
  const scriptHashes = hashInlineScripts(html)
  // A nonce within a script would change the script's hash with every answer.
  if (hashInlineScripts(html.replaceAll(noncePlaceholder, '')).join() !== scriptHashes.join()) {
    throw new Error('an inline script of the build wants the nonce')
  }
  return { parts: html.split(noncePlaceholder), scriptHashes }
}

/**
 * A worker has the policy of its own file: only the worker that decodes HEIC photos may run WebAssembly and fetch it;
 * pages may not (UPLOAD-39).
 */
const heicDecoder = /^\/assets\/heic-decoder-[\w-]+\.js$/
const decoderPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"

async function answerFile(c: Context<AppEnv>, build: Build, file: BuiltFile): Promise<Response> {
  c.header('Content-Type', file.contentType)
  if (heicDecoder.test(c.req.path)) c.header('Content-Security-Policy', decoderPolicy)
  c.header('ETag', file.etag)
  c.header('Vary', 'Accept-Encoding')
  c.header('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
  if (c.req.header('if-none-match') === file.etag) return c.body(null, 304)
  const encoding = pickEncoding(c)
  const encoded = encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzip : null
  if (encoding && encoded) c.header('Content-Encoding', encoding)
  return c.body(await build.read(encoded ?? file.plain))
}

async function answerPage(
  c: Context<AppEnv>,
  page: PreparedPage & { tag: LanguageTag; status: 200 | 404; https: boolean },
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const html = page.parts.join(nonce)
  c.header('Content-Type', 'text/html; charset=utf-8')
  c.header('Content-Security-Policy', writeContentSecurityPolicy({ ...page, nonce }))
  // A page contains its own nonce, so a stored copy must be revalidated, and is never shared.
  c.header('Cache-Control', 'private, no-cache')
  c.header('Content-Language', page.tag)
  // By the cookie and the header, the page's language is chosen.
  c.header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
  const encoding = pickEncoding(c)
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(await encodeBody(html, encoding), page.status)
}

type Encoding = 'br' | 'gzip' | null

/** The best encoding that the client accepts (RFC 9110, section 12.5.3), ignoring its quality values except 0. */
function pickEncoding(c: Context<AppEnv>): Encoding {
  const accepted = (c.req.header('accept-encoding') ?? '')
    .split(',')
    .map((entry) => entry.trim().split(/\s*;\s*/))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

/**
 * A window as large as the largest page, with the size given in advance: takes a fifth less work than Node's defaults,
 * for the same output.
 */
const windowBits = 17

function pickBrotliParameters(byteLength: number): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  }
}

async function encodeBody(html: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'br') {
    const bytes = Buffer.from(html)
    return new Uint8Array(await brotli(bytes, { params: pickBrotliParameters(bytes.byteLength) }))
  }
  return encoding === 'gzip' ? new Uint8Array(await gzipped(html)) : new TextEncoder().encode(html)
}

/**
 * The policy of one page (CSP level 3). Scripts: the build's own files, and this page's inline scripts by the hashes
 * that `hashInlineScripts` found. Style elements need the nonce of the answer; style attributes are allowed, because
 * Mantine sets sizes through them.
 */
function writeContentSecurityPolicy(page: {
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
function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

type Site = {
  publicUrl: string
  supportEmail: string
  legalEmail: string
  exitUrl: string
  retentionDays: number
  backupDays: number
  linkLifeDays: number
  /** Whether documents are read, and wallets and vouchers are offered. */
  documentReading: boolean
  wallets: boolean
  vouchers: 'on' | 'age' | 'off'
}

/** Replaces the web build's placeholders (src/web/api/site.ts) with this installation's values. */
function withSite(html: string, site: Site): string {
  return html
    .replaceAll('__PUBLIC_URL__', escapeText(site.publicUrl))
    .replaceAll('__SUPPORT_EMAIL__', escapeText(site.supportEmail))
    .replaceAll('__LEGAL_EMAIL__', escapeText(site.legalEmail))
    .replaceAll('__EXIT_URL__', escapeText(site.exitUrl))
    .replaceAll('__RETENTION_DAYS__', String(site.retentionDays))
    .replaceAll('__BACKUP_DAYS__', String(site.backupDays))
    .replaceAll('__LINK_LIFE_DAYS__', String(site.linkLifeDays))
    .replaceAll('__DOCUMENT_READING__', site.documentReading ? 'on' : 'off')
    .replaceAll('__WALLETS__', site.wallets ? 'on' : 'off')
    .replaceAll('__VOUCHERS__', site.vouchers)
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** robots.txt (RFC 9309): allows everything public, but not the API or links to verifications and records. */
function writeRobotsFile(publicUrl: string): string {
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
function writeSitemapFile(publicUrl: string): string {
  const urls = findablePaths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/**
 * security.txt (RFC 9116): where to report a vulnerability. `Expires` is at most 180 days after `now`, and the file is
 * written for each request.
 */
function writeSecurityFile(
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

export { type Build, loadBuild } from './load-build.ts'
