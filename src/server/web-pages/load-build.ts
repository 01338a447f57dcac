import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { StartupError } from '../platform/startup-error.ts'

/** A file of the build, with its versions compressed at build time. */
export type BuiltFile = {
  contentType: string
  /** The file's name holds a hash of its contents, so it never changes. */
  immutable: boolean
  etag: string
  plain: Uint8Array
  brotli: Uint8Array | null
  gzip: Uint8Array | null
}

export type Build = {
  /** By URL path. */
  files: ReadonlyMap<string, BuiltFile>
  /** The HTML of prerendered pages by URL path, without a trailing slash. */
  pages: ReadonlyMap<string, string>
  /** The HTML of every other page. */
  fallback: string
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.wasm': 'application/wasm',
  '.data': 'text/x-script',
}

/**
 * Reads the built pages and assets into memory: a few megabytes, so that no request can name a file outside the build.
 */
export async function loadBuild(folder: string): Promise<Build> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null)
  const paths = names?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const fallbackFile = paths?.find((path) => path === join(folder, '__spa-fallback.html'))
  if (!paths || !fallbackFile) {
    throw new StartupError(`The web pages are not built: run "npm run build", or start with "npm start".`)
  }
  const files = new Map<string, BuiltFile>()
  const pages = new Map<string, string>()
  for (const path of paths) {
    const address = `/${relative(folder, path).split(sep).join('/')}`
    // Folders with a leading dot hold the build tools' own files.
    if (path === fallbackFile || /\.(br|gz)$/.test(address) || address.startsWith('/.')) continue
    if (address.endsWith('.html')) {
      pages.set(address.replace(/\/?(index)?\.html$/, '') || '/', await readFile(path, 'utf8'))
    } else {
      files.set(address, await readBuiltFile(path, address))
    }
  }
  return { files, pages, fallback: await readFile(fallbackFile, 'utf8') }
}

async function readBuiltFile(path: string, address: string): Promise<BuiltFile> {
  const [plain, brotli, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`).catch(() => null),
    readFile(`${path}.gz`).catch(() => null),
  ])
  return {
    contentType: contentTypes[extname(address)] ?? 'application/octet-stream',
    immutable: /^\/assets\/.+-[\w-]{7,}\.\w+$/.test(address),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    brotli,
    gzip,
  }
}
