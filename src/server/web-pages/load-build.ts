import { open, read } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { LanguageTag } from '../../domain/language.ts'
import { StartupError } from '../platform/startup-error.ts'

/** Where the build has some bytes. */
export type Part = readonly [at: number, length: number]

/** A file of the build, with its versions compressed at build time. */
export type BuiltFile = {
  contentType: string
  /** The file's name holds a hash of its contents, so it never changes. */
  immutable: boolean
  etag: string
  plain: Part
  brotli: Part | null
  gzip: Part | null
}

export type Build = {
  /** By URL path, so that no request can name a file outside the build. */
  files: ReadonlyMap<string, BuiltFile>
  /**
   * The HTML of prerendered pages by language, then by URL path without a trailing slash. `*` is the HTML of every other
   * page. English is always there.
   */
  pages: ReadonlyMap<LanguageTag, ReadonlyMap<string, Part>>
  read(part: Part): Promise<Uint8Array<ArrayBuffer>>
}

/** The index of a packed build (scripts/lib/pack-pages.ts). */
type Index = {
  files: Record<string, Omit<BuiltFile, 'contentType' | 'immutable'>>
  pages: Record<LanguageTag, Record<string, Part>>
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
 * Opens the packed pages and assets. Only their index is in memory. The file stays open, so that a running server keeps
 * its build when another one takes its place.
 */
export async function loadBuild(folder: string): Promise<Build> {
  const file = await promisify(open)(join(folder, 'pages.pack'), 'r').catch(() => {
    throw new StartupError(`The web pages are not built: run "npm run build", or start with "npm start".`)
  })
  const readAt = async (at: number, length: number) => {
    const { buffer } = await promisify(read)(file, new Uint8Array(length), 0, length, at)
    return buffer
  }
  const head = await readAt(0, 4)
  const indexLength = new DataView(head.buffer).getUint32(0, true)
  const { files, pages }: Index = JSON.parse(new TextDecoder().decode(await readAt(4, indexLength)))
  return {
    files: new Map(
      Object.entries(files).map(([address, file]) => [
        address,
        {
          ...file,
          contentType: contentTypes[extname(address)] ?? 'application/octet-stream',
          immutable: /^\/assets\/.+-[\w-]{7,}\.\w+$/.test(address),
        },
      ]),
    ),
    pages: new Map(
      Object.entries(pages).map(([tag, paths]) => [tag as LanguageTag, new Map(Object.entries(paths))]),
    ),
    read: ([at, length]) => readAt(4 + indexLength + at, length),
  }
}
