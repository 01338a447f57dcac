import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleServer } from './lib/bundle-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '../node_modules/.cache-bundle-'))
  await bundleServer(folder)
})
afterAll(() => rm(folder, { recursive: true }))

/** Lists the static imports of a bundled file, direct and transitive, including packages outside the bundle. */
async function listImports(file: string, seen = new Set<string>()): Promise<Set<string>> {
  const code = await readFile(join(folder, file), 'utf8')
  for (const [, name = ''] of code.matchAll(
    /^(?:import|export)\b(?:[^'"\n]*\bfrom)? ?["']([^"'\n]+)["'];?$/gm,
  )) {
    if (seen.has(name)) continue
    seen.add(name)
    if (name.startsWith('./')) await listImports(name, seen)
  }
  return seen
}

/** The chunk that every start loads while its database starts. */
async function servingPart(): Promise<string> {
  const main = await readFile(join(folder, 'main.js'), 'utf8')
  const [, name = ''] = /import\("\.\/(serve-[^"]+)"\)/.exec(main) ?? []
  return name
}

it('loads heavy packages only when they are needed (RUN-15)', async () => {
  const imports = await listImports('main.js', await listImports(await servingPart()))
  expect(imports).toContain('pino')
  const heavy = /^(sharp|nodemailer|@aws-sdk|@aws-crypto|pdfkit|fontkit|harfbuzzjs|onnxruntime|zxing|@hyzyla)/
  expect([...imports].filter((name) => heavy.test(name))).toEqual([])
})

it('exits on an unsupported Node with one sentence, before it calls a function that this Node lacks (RUN-43)', () => {
  // The first function called during a start that Node 20 lacks. Node itself uses the other new functions.
  const lacking = 'delete Promise.withResolvers;'
  for (const version of ['18.20.4', '24.9.0', '26.1.0']) {
    const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${lacking}${pretend}`, join(folder, 'main.js')],
      { encoding: 'utf8', env: { DATA_DIR: join(folder, 'data') } },
    )
    expect([status, stderr]).toEqual([
      1,
      `The server runs on Node 24.21 or a newer 24, and this is ${version}: start it with "npm start", which brings its own.\n`,
    ])
  }
})

it('contains the fonts of the records, and no others', async () => {
  const files = await readdir(folder)
  const codes = await Promise.all(
    files.filter((name) => name.endsWith('.js')).map((name) => readFile(join(folder, name), 'utf8')),
  )
  const asked = codes.flatMap((code) => [...code.matchAll(/"\.\/([\w-]+\.ttf)"/g)].map(([, name]) => name))
  expect([...new Set(asked)].sort()).toEqual(files.filter((name) => name.endsWith('.ttf')).sort())
  expect(asked).toContain('NotoSansSC_400Regular.ttf')
  expect(codes.join()).not.toContain('@expo-google-fonts')
})

it('finds the programs of threads in the bundle, and all other files beside their source', async () => {
  const parts = ['main.js', await servingPart()].map((name) => readFile(join(folder, name), 'utf8'))
  const code = (await Promise.all(parts)).join('\n')
  const programs = [...code.matchAll(/new URL\(["']\.\/([\w-]+\.js)["'], import\.meta\.url\)/g)].map(
    ([, name = '']) => name,
  )
  expect(programs.length).toBeGreaterThanOrEqual(6)
  for (const program of programs) expect(await readFile(join(folder, program), 'utf8')).toContain('import')
  const sources = [...code.matchAll(/new URL\(["'](\.\.\/[^"']+\.ts)["'], import\.meta\.url\)/g)]
  expect(sources.length).toBeGreaterThan(3)
  for (const [, path = ''] of sources)
    expect(await readFile(join(folder, path), 'utf8')).toContain('import.meta')
})

it('fails when the bundler warns (RUN-18)', async () => {
  const file = join(folder, 'warned.ts')
  await writeFile(file, `import 'a-package-that-is-not-there'\n`)
  await expect(
    bundleServer(join(folder, 'warned'), [relative(join(import.meta.dirname, '..'), file)]),
  ).rejects.toThrow('a-package-that-is-not-there')
})
