import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { inProject } from './project.mjs'

const folder = inProject('scripts/check-record')

/**
 * The texts that check-record.mjs says: the templates of `say` in its modules, with their places as `{0}`, `{1}`. Also
 * the texts of several words in its code that `say` doesn't see.
 */
export function readCheckerTexts(): { said: string[]; unsaid: string[] } {
  const said = new Set<string>()
  const unsaid: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'say')
      said.add(writeText(node.template))
    else if (ts.isStringLiteral(node) || ts.isTemplateLiteral(node)) {
      const text = writeText(node)
      if (/[a-z]{2,} [a-z]{2,}/.test(text) && !ts.isTaggedTemplateExpression(node.parent)) unsaid.push(text)
    }
    node.forEachChild(visit)
  }
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.mjs')))
    visit(ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.Latest, true))
  return { said: [...said], unsaid }
}

const writeText = (node: ts.StringLiteral | ts.TemplateLiteral): string =>
  ts.isTemplateExpression(node)
    ? node.templateSpans.reduce(
        (text, { literal }, place) => `${text}{${place}}${literal.text}`,
        node.head.text,
      )
    : node.text

/** The file with the checker's texts in a language: the English and its translation. */
export const findCheckerWords = (tag: string): string => join(folder, 'words', `${tag}.json`)

/** The translations of the checker's texts; none if the language has no file yet. */
export const readCheckerWords = (tag: string): Record<string, string> =>
  existsSync(findCheckerWords(tag)) ? JSON.parse(readFileSync(findCheckerWords(tag), 'utf8')) : {}
