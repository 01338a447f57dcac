import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { compileWords } from './scripts/lib/compiled-words.ts'
import { makeOwnStylesWin } from './scripts/lib/own-styles-win.ts'

/** Modules by their path below src/web, without an extension. */
const inWeb = (...names: string[]) => new RegExp(String.raw`[\\/]src[\\/]web[\\/](${names.join('|')})\.`)

/**
 * What every page needs is one file for the libraries and one for us: fewer requests, and it compresses better
 * together.
 */
const onEveryPage = [
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/](MantineProvider|utils[\\/]units-converters)[\\/]/,
  /[\\/]src[\\/](domain[\\/]product|contract[\\/]pages|words[\\/](messages|language|read-message|fill|en[\\/](frame|protection)))\./,
  inWeb('api/(session|session-state|site|request)', 'shared/forms/tab-storage'),
  inWeb('shared/protection/protection-state', 'shared/ui/(page-frame|toast)'),
]

/** What a stranger loads before the gate and the form behind it uses again. */
const gate = [
  inWeb('features/third-party/gate/gate-pass', 'shared/link/link-frame'),
  /[\\/]src[\\/]words[\\/]en[\\/]gate\./,
]

/** What the pages about plans and the landing page say of the offers, small enough to come at once. */
const offers = /[\\/]src[\\/](domain[\\/]plan[\\/]paid-plan|words[\\/]en[\\/]offers)\./

/** The components of the account forms, which nearly every signed-in page uses too. */
const fields = [
  /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|NativeSelect|PasswordInput|SimpleGrid|Stack|Text|TextInput|Transition|UnstyledButton))[\\/]/,
  inWeb('shared/forms/email-field'),
]

const groups = [
  { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  { name: 'start', test: (id: string) => onEveryPage.some((part) => part.test(id)) },
  { name: 'fields', test: (id: string) => fields.some((part) => part.test(id)) },
  { name: 'offers', test: offers },
  { name: 'gate', test: (id: string) => gate.some((part) => part.test(id)) },
]

/**
 * Every page loads the list of all files: a character of hash less makes it shorter, and 42 bits still tell builds
 * apart.
 */
const named = (extension: string) => `assets/[name]-[hash:7]${extension}`

const output = {
  codeSplitting: { groups },
  entryFileNames: named('.js'),
  chunkFileNames: named('.js'),
  assetFileNames: named('[extname]'),
}

export default defineConfig({
  plugins: [compileWords(), reactRouter()],
  css: { postcss: { plugins: [makeOwnStylesWin((file) => /[\\/]src[\\/]web[\\/]/.test(file))] } },
  build: { target: 'es2023', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output } } },
    // What is prerendered names the files of the browser's build.
    ssr: { build: { rolldownOptions: { output: { assetFileNames: output.assetFileNames } } } },
  },
})
