import { createHash } from 'node:crypto'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { compileWords } from './scripts/lib/compiled-words.ts'
import { makeOwnStylesWin } from './scripts/lib/own-styles-win.ts'
import { isLanguageTag } from './src/domain/language.ts'

/** Modules by their path below src/web, without an extension. */
const inWeb = (...names: string[]) => new RegExp(String.raw`[\\/]src[\\/]web[\\/](${names.join('|')})\.`)

/**
 * Modules of every page. The libraries among them are one file and the product's modules another: fewer requests and
 * better compression.
 */
const onEveryPage = [
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/](MantineProvider|utils[\\/]units-converters)[\\/]/,
  /[\\/]src[\\/](domain[\\/]product|contract[\\/]pages|words[\\/](language|fill|en[\\/]frame))\./,
  inWeb('root', 'theme/theme', 'app/(session-events|broken-page)'),
  inWeb('api/(session|session-state|site|request)', 'shared/forms/tab-storage'),
  inWeb(
    'shared/protection/protection-state',
    'shared/focus',
    'shared/(before-reload|ui/(insert|page-frame|page-title|toast|language-choice))',
  ),
]

/** Modules of the page of a link, up to the gate. */
const gate = [
  inWeb(
    'features/third-party/(third-party-page|plain-parts|gate/gate-page|gate/link-fault)',
    'shared/link/(link-frame|gate-pass)',
  ),
  /[\\/]src[\\/]words[\\/]en[\\/](gate|email-choices)\./,
]

/** Small modules of most pages. As files of their own they would be larger, and each page would load five more. */
const small = [
  /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes|icons[\\/]IconCheck)\./,
  /[\\/]src[\\/]domain[\\/](typed-text|verification[\\/]verification)\./,
  inWeb('shared/effects', 'shared/ui/(failed-styles|with-addresses)'),
]

/** The texts about plans, shared by the landing page and the pages about plans; small enough to be one file. */
const offers = /[\\/]src[\\/](domain[\\/]plan[\\/]paid-plan|words[\\/]en[\\/]offers)\./

/** The components of the account forms, which nearly every page of a signed-in user also uses. */
const fields = [
  /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](ActionIcon|Alert|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Stack|Text|TextInput|Transition|UnstyledButton))[\\/]/,
  inWeb('shared/forms/(email-field|error-summary|use-schema-form)'),
]

/** Icons of several pages. As files of their own they would be larger, and more requests. */
const icons =
  /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(ArrowLeft|CircleCheck|Copy|ExternalLink|Hourglass|UserCheck)\./

/** A module belongs to the first group that lists it or a module that imports it. */
const groups = [
  { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  { name: 'start', test: (id: string) => onEveryPage.some((part) => part.test(id)) },
  { name: 'small', test: (id: string) => small.some((part) => part.test(id)) },
  { name: 'fields', test: (id: string) => fields.some((part) => part.test(id)) },
  { name: 'queries', test: /[\\/]node_modules[\\/]@tanstack[\\/]/ },
  { name: 'offers', test: offers },
  { name: 'icons', test: icons },
  { name: 'gate', test: (id: string) => gate.some((part) => part.test(id)) },
]

/** Every page loads the list of all file names, so a shorter hash saves bytes. 42 bits still distinguish builds. */
const named = (extension: string) => `assets/[name]-[hash:7]${extension}`

const output = {
  codeSplitting: { groups },
  entryFileNames: named('.js'),
  chunkFileNames: named('.js'),
  assetFileNames: named('[extname]'),
}

/** A class of a CSS module: its name and a hash of its file. Vite would add the number of its line. */
const nameClass = (name: string, file: string) =>
  `${name}_${createHash('sha256')
    .update(file.replace(/.*[\\/]src[\\/]/, ''))
    .digest('base64url')
    .slice(0, 4)}`

/** Mantine's colours that the theme replaces or no page uses. They would be 0.4 kB of every page. */
const unusedColours = /\b(dark|gray|pink|grape|violet|indigo|blue|cyan|teal|lime|orange): \[[^\]]*\],?/g
const dropUnusedColours: Plugin = {
  name: 'used-colours',
  transform: {
    filter: { id: /@mantine[\\/]core[\\/].*[\\/]default-colors\.mjs$/ },
    handler: (code) => code.replace(unusedColours, ''),
  },
}

/** The language of this build: scripts/build.mjs makes one for each. */
const language = isLanguageTag(process.env['PAGES_LANGUAGE']) ? process.env['PAGES_LANGUAGE'] : 'en'

/**
 * Pages are prerendered by a preview server. There, React Router would also watch the routes and write their types,
 * which the build of another language writes at the same time.
 */
const withoutWatching = (plugins: Plugin[]): Plugin[] =>
  plugins.map((plugin) => {
    const { config } = plugin
    return plugin.name === 'react-router' && typeof config === 'function'
      ? { ...plugin, config: (given, env) => config.call({} as never, given, { ...env, command: 'build' }) }
      : plugin
  })

export default defineConfig(({ isPreview }) => ({
  plugins: [
    dropUnusedColours,
    compileWords(language),
    isPreview ? withoutWatching(reactRouter()) : reactRouter(),
  ],
  css: {
    modules: { generateScopedName: nameClass },
    postcss: { plugins: [makeOwnStylesWin((file) => /[\\/]src[\\/]web[\\/]/.test(file))] },
  },
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: { build: { rolldownOptions: { output, experimental: { lazyBarrel: true } } } },
    // Prerendered pages refer to the files of the browser build, so both builds need the same names.
    ssr: { build: { rolldownOptions: { output: { assetFileNames: output.assetFileNames } } } },
  },
}))
