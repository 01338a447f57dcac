import { readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const src = fileURLToPath(new URL('../', import.meta.url))

const listFiles = (folder: string) =>
  readdirSync(src + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing\//.test(name))

const read = (file: string) => readFileSync(src + file, 'utf8')

/** The modules that write for people, besides the catalogues. */
const files = [
  ...listFiles('web'),
  ...listFiles('words').filter((file) => !/^words\/(en\/|translations\.ts$)/.test(file)),
  ...listFiles('server').filter((file) => /\b(defineMail|renderMail|MailContent)\b/.test(read(file))),
]

/** Whole texts that stay English (WORDS-16). */
const englishPages = /^web\/features\/legal\/(terms|legal-consult)-page\.tsx$/

/** The layout and the styles of mails and pages have texts for programs only. */
const layouts = /^(web\/theme\/theme\.ts|server\/platform\/mail\/mail-sheet\.ts)$/

/** Two words, or one that begins with a capital letter. */
const isText = (text: string) =>
  /\p{L}{2,}[^\p{L}]* [^\p{L}]*\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+\P{L}*$/u.test(text)

/** Addresses, selectors, media queries, names of elements and code. */
const isForPrograms = (text: string) =>
  /^((GET|HEAD|POST|PUT|PATCH|DELETE) \/|\(.*\)$|[\w-]+: [\w/-]+$|<svg |document\.|Digit\d|Bearer …)/.test(
    text,
  ) || /[[\]*$]|--|=|…-/.test(text)

/** Texts that nobody sees: headers, keys, robots, states; and names that are the same in every language. */
const known =
  `Accept · Authorization · Escape · Capacitor · noindex, nofollow · noreferrer nofollow · username webauthn ·
Network error · No answer · by wallet · has one · large exports · not removed · signed out · too much memory · under way ·
Instagram · Messenger · Facebook · Snapchat · Telegram · Chrome · Edge · Firefox · Opera · Safari · Samsung Internet ·
Android · Linux · Windows · Mac · input, textarea, select,  · main header · main, section, form, article, details ·
.mantine-Stack-root, .mantine-Card-root, .mantine-Paper-root, .mantine-Modal-body`
    .split('·')
    .map((text) => text.trim())

/** What developers and the operator read: messages of errors, and lines of the log. */
function isForDevelopers(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isNewExpression(parent)) return /(Error|Refusal)$/.test(parent.expression.getText())
  return ts.isCallExpression(parent) && /\blogger\b/.test(parent.expression.getText())
}

function readText(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
  return ts.isJsxText(node) ? node.text.trim() : null
}

/** The texts in a module that people may read. */
function listTexts(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isTaggedTemplateExpression(node)) return
    const text = readText(node)
    if (
      text &&
      isText(text) &&
      !isForPrograms(text) &&
      !known.includes(text.trim()) &&
      !isForDevelopers(node)
    )
      found.push(`${file}: ${text}`)
    ts.forEachChild(node, visit)
  }
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind))
  return found
}

it('no page or mail has a text outside the catalogues (WORDS-1)', () => {
  const checked = files.filter((file) => !englishPages.test(file) && !layouts.test(file))
  expect(checked.length).toBeGreaterThan(200)
  expect(checked.flatMap((file) => listTexts(relative('.', file), read(file)))).toEqual([])
})

it.each([
  "showToast({ title: 'Saved' })",
  "const words = { failed: 'That didn’t work' }",
  'const Page = () => <p>Not here</p>',
  'const Page = () => <button aria-label="Close" />',
  `const sentence = \`Kept until ${'$'}{day} at the latest\``,
  "return isOpen ? 'Pending…' : null",
])('finds a text that is written into a page: %s (WORDS-1)', (code) => {
  expect(listTexts('page.tsx', code)).toHaveLength(1)
})
