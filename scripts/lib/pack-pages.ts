// Packs the built pages into one file, from which the server reads what is asked for (src/server/web-pages). So it starts
// quickly, holds little in memory, and keeps its own build when the folder is replaced.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { languageTags } from '../../src/domain/language.ts'

/** Where some bytes are, after the index. */
type Part = [at: number, length: number]
type PackedFile = { etag: string; plain: Part; brotli: Part | null; gzip: Part | null }

const isCompressible = (name: string) => /\.(js|css|svg|json|webmanifest|txt|xml|data|wasm)$/.test(name)

/**
 * Writes `pages.pack` into a folder of built pages: the length of an index as four bytes, little-endian; the index in
 * JSON; all contents. The index has the files by URL path, each with its compressed versions, and the pages of each
 * language by URL path without a trailing slash. The page `*` is for all other paths.
 */
export async function packPages(folder: string): Promise<void> {
  const names = listFiles(folder)
  const isPage = (name: string) => name.endsWith('.html')
  const compressed = await Promise.all(
    names.map((name) => (isPage(name) ? null : compress(name, readFileSync(join(folder, name))))),
  )
  const contents: Buffer[] = []
  let end = 0
  const add = (bytes: Buffer): Part => {
    contents.push(bytes)
    end += bytes.length
    return [end - bytes.length, bytes.length]
  }
  const files: Record<string, PackedFile> = {}
  const pages: Record<string, Record<string, Part>> = {}
  for (const [index, name] of names.entries()) {
    const bytes = readFileSync(join(folder, name))
    const address = `/${name.split(sep).join('/')}`
    if (isPage(name)) {
      const { tag, page } = toPage(address)
      pages[tag] = { ...pages[tag], [page]: add(bytes) }
    } else {
      const { brotli, gzip } = compressed[index] ?? {}
      files[address] = {
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
        plain: add(bytes),
        brotli: brotli ? add(brotli) : null,
        gzip: gzip ? add(gzip) : null,
      }
    }
  }
  const index = Buffer.from(JSON.stringify({ files, pages }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(index.length)
  writeFileSync(join(folder, 'pages.pack'), Buffer.concat([length, index, ...contents]))
}

async function compress(name: string, contents: Buffer): Promise<{ brotli: Buffer; gzip: Buffer } | null> {
  if (!isCompressible(name) || contents.length < 1024) return null
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(contents),
    promisify(gzip)(contents, { level: 9 }),
  ])
  return { brotli, gzip: gzipped }
}

/** The language and the path of a page by its address in the folder, in which English has no folder of its own. */
function toPage(address: string): { tag: string; page: string } {
  const tag = languageTags.find((each) => each !== 'en' && address.startsWith(`/${each}/`)) ?? 'en'
  const inLanguage = tag === 'en' ? address : address.slice(`/${tag}`.length)
  if (inLanguage === '/__spa-fallback.html') return { tag, page: '*' }
  return { tag, page: inLanguage.replace(/\/?(index)?\.html$/, '') || '/' }
}

/** The files below a folder, relative to it. Folders with a leading dot hold the build tools' own files. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.') && statSync(join(folder, name)).isFile())
    .sort()
