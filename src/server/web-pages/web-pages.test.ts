import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { packPages } from '../../../scripts/lib/pack-pages.ts'
import type { AppEnv } from '../http/app-env.ts'
import { speakToReader } from '../http/middleware.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { createWebPagesRoutes, loadBuild } from './routes.ts'

const inline = 'document.documentElement.dataset.ready = "yes"'
const page = (title: string, lang = 'en') =>
  `<html lang="${lang}"><head><title>${title}</title><meta name="style-nonce" content="__STYLE_NONCE__"><script>${inline}</script><script type="module" src="/assets/entry-Ab3_x9Zq.js"></script></head></html>`
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`

const site = {
  publicUrl: 'https://assent.example',
  supportEmail: 'help"<b>@assent.example',
  legalEmail: 'legal@assent.example',
  exitUrl: 'https://weather.example/?a=1&b=2',
  retentionDays: 45,
  backupDays: 21,
  linkLifeDays: 12,
  documentReading: true,
  wallets: false,
  vouchers: 'off' as const,
}

describe('the web pages', () => {
  const folder = folderForFile()
  let routes: Hono<AppEnv>

  beforeAll(async () => {
    const files: Record<string, string | Uint8Array> = {
      'index.html': page('Landing'),
      'about/index.html': page('About'),
      'privacy/index.html':
        '<p>__SUPPORT_EMAIL__ __LEGAL_EMAIL__ __PUBLIC_URL__/privacy __RETENTION_DAYS__ __BACKUP_DAYS__ __LINK_LIFE_DAYS__</p>',
      'verify/link/index.html': page('Verification'),
      '__spa-fallback.html': page('Application'),
      'favicon.ico': 'icon',
      '.vite/manifest.json': '{}',
      'assets/entry-Ab3_x9Zq.js': script,
      'assets/heic-decoder-Ab3_x9Zq.js': script,
      'de/index.html': page('Startseite', 'de'),
      'de/__spa-fallback.html': page('Anwendung', 'de'),
      'de/manifest.webmanifest': '{}',
    }
    for (const [name, contents] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), contents)
    }
    await packPages(folder)
    const options = { https: false, site, readNow: () => new Date('2026-11-25T12:00:00Z') }
    routes = new Hono<AppEnv>()
      .use(speakToReader)
      .route('/', createWebPagesRoutes(await loadBuild(folder), options))
    // A running server keeps its build when another one takes its place.
    await rm(folder, { recursive: true })
  })

  const titleAt = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await routes.request(path, { headers })
    return [answer.status, /<title>(.*)<\/title>/.exec(await answer.text())?.[1]]
  }

  it('serves prerendered pages as built and every other page from the fallback', async () => {
    expect(await titleAt('/')).toEqual([200, 'Landing'])
    expect(await titleAt('/about')).toEqual([200, 'About'])
    expect(await titleAt('/about/')).toEqual([200, 'About'])
    expect(await titleAt('/dashboard')).toEqual([200, 'Application'])
    expect(await titleAt('/subscription/success')).toEqual([200, 'Application'])
  })

  it.each([
    ['the chosen language', 'Startseite', { cookie: 'language=de', 'accept-language': 'en' }],
    ['the best language that the browser accepts', 'Startseite', { 'accept-language': 'tlh, de-AT;q=0.8' }],
    ['English where nothing else is asked for', 'Landing', {}],
    ['English where the chosen language was not built', 'Landing', { cookie: 'language=ar' }],
    ['English where the chosen language does not exist', 'Landing', { cookie: 'language=../../etc' }],
  ])('serves each page in %s (WORDS-10)', async (_, title, headers) => {
    expect(await titleAt('/', headers)).toEqual([200, title])
    const answer = await routes.request('/', { headers })
    const tag = title === 'Landing' ? 'en' : 'de'
    expect(answer.headers.get('content-language')).toBe(tag)
    expect(await answer.text()).toContain(`<html lang="${tag}">`)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
  })

  it('serves the pages of every other address in that language too (WORDS-10)', async () => {
    const headers = { cookie: 'language=de' }
    expect(await titleAt('/dashboard', headers)).toEqual([200, 'Anwendung'])
    expect(await titleAt('/nothing', headers)).toEqual([404, 'Anwendung'])
  })

  it('has no page of a language at another address, and its manifest at its own (WORDS-10)', async () => {
    for (const path of ['/de', '/de/', '/de/index', '/de/__spa-fallback'])
      expect(await titleAt(path), path).toEqual([404, 'Application'])
    const manifest = await routes.request('/de/manifest.webmanifest')
    expect([manifest.status, manifest.headers.get('vary')]).toEqual([200, 'Accept-Encoding'])
  })

  it('answers every verification link with the one page prerendered for all of them (PAGE-8)', async () => {
    expect(await titleAt('/verify/7f3a?type=person')).toEqual([200, 'Verification'])
    expect(await titleAt('/verify/7f3a/')).toEqual([200, 'Verification'])
    expect(await titleAt('/verify/7f3a/more')).toEqual([404, 'Application'])
  })

  it('serves the not-found page with 404 for any other path (PAGE-5)', async () => {
    for (const path of [
      '/nothing',
      '/dashboard/nothing',
      '/verify',
      '/verify/a/b',
      '/consent-form',
      '/LOGIN',
    ]) {
      expect(await titleAt(path), path).toEqual([404, 'Application'])
    }
  })

  it('answers a missing file with a bare 404, never with a page (PAGE-5)', async () => {
    for (const path of [
      '/assets/old-Ab3_x9Zq.js',
      '/wp-login.php',
      '/.env',
      '/.vite/manifest.json',
      '/../package.json',
      '/%2e%2e/package.json',
    ]) {
      const answer = await routes.request(path)
      expect(answer.status, path).toBe(404)
      expect(answer.headers.get('content-type'), path).toContain('text/plain')
    }
  })

  it('gives each answer its own nonce, in the page and in the policy (PAGE-14)', async () => {
    const nonces = new Set<string>()
    for (let time = 0; time < 2; time++) {
      const answer = await routes.request('/')
      const nonce = /content="([^"]+)"/.exec(await answer.text())?.[1] ?? ''
      expect(answer.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(2)
    expect([...nonces].join('')).not.toContain('STYLE_NONCE')
  })

  it('allows only the inline scripts that the page was built with (PAGE-14)', async () => {
    const policy = (await routes.request('/')).headers.get('content-security-policy') ?? ''
    const hash = createHash('sha256').update(inline).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('lets only the worker that decodes HEIC photos run WebAssembly (UPLOAD-39)', async () => {
    const readPolicy = async (path: string) =>
      (await routes.request(path)).headers.get('content-security-policy') ?? ''
    expect(await readPolicy('/assets/heic-decoder-Ab3_x9Zq.js')).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
    )
    for (const path of ['/', '/about', '/dashboard', '/verify/7f3a', '/assets/entry-Ab3_x9Zq.js'])
      expect(await readPolicy(path), path).not.toContain('wasm')
  })

  it('lets browsers cache hashed assets forever and revalidate everything else', async () => {
    const asset = await routes.request('/assets/entry-Ab3_x9Zq.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const icon = await routes.request('/favicon.ico')
    expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
    const again = await routes.request('/favicon.ico', {
      headers: { 'if-none-match': icon.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('sends the files compressed at build time, and compresses pages', async () => {
    const asset = await routes.request('/assets/entry-Ab3_x9Zq.js', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await asset.arrayBuffer()).toString()).toBe(script)
    const plain = await routes.request('/assets/entry-Ab3_x9Zq.js', {
      headers: { 'accept-encoding': 'br;q=0' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(script)
    const landing = await routes.request('/', { headers: { 'accept-encoding': 'gzip' } })
    expect(landing.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await landing.arrayBuffer()).toString()).toContain('Landing')
  })

  it('writes the addresses of this installation into its pages, with markup escaped (PRODUCT-6)', async () => {
    const html = await (await routes.request('/privacy')).text()
    expect(html).toBe(
      '<p>help&#34;&#60;b&#62;@assent.example legal@assent.example https://assent.example/privacy 45 21 12</p>',
    )
  })

  it('tells search engines to read the public pages, and not the links to verifications (PAGE-9)', async () => {
    const robots = await (await routes.request('/robots.txt')).text()
    expect(robots).toContain('Disallow: /verify/')
    expect(robots).toContain('Sitemap: https://assent.example/sitemap.xml')
    const sitemap = await routes.request('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const listed = [...(await sitemap.text()).matchAll(/<loc>https:\/\/assent\.example(.*?)<\/loc>/g)]
    expect(listed.length).toBeGreaterThan(3)
    for (const [, path = ''] of listed) expect((await routes.request(path)).status, path).toBe(200)
  })

  it('publishes where to report a vulnerability, and where to change a password (PUBLIC-21)', async () => {
    const answer = await routes.request('/.well-known/security.txt')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8/i)
    expect(await answer.text()).toBe(
      'Contact: mailto:legal@assent.example\nExpires: 2027-05-24T00:00:00Z\nPreferred-Languages: en\nCanonical: https://assent.example/.well-known/security.txt\n',
    )
    const change = await routes.request('/.well-known/change-password')
    expect([change.status, change.headers.get('location')]).toEqual([303, '/settings'])
  })

  it('explains what to do when nothing is built', async () => {
    await expect(loadBuild(join(folder, 'nowhere'))).rejects.toThrow('npm run build')
  })
})
