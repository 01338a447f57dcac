// Finds texts for people that stand in the code instead of in a catalogue (src/words).
import ts from 'typescript'

/** Attributes that a page shows or a screen reader says. */
const attributes =
  /^(aria-label|aria-description|alt|title|placeholder|label|description|error|heading|lead|text)$/

/** Members that hold a text wherever they stand: of a toast, a problem, a mail. */
const members =
  /^(title|detail|description|label|text|heading|subject|lead|button|action|preview|paragraphs|says|message|error|hint|note)$/

/** Checks of a schema whose last argument is what is said when they fail. */
const checks = /^(min|max|length|regex|refine|literal|enum|email|uuid)$/

/**
 * Every text in a source file that somebody reads.
 * @param {string} file its name decides whether it may hold markup
 * @param {string} source
 * @returns {{ line: number, text: string }[]}
 */
export function listVisibleTexts(file, source) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const found = []
  const add = (node, text) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
    found.push({ line: line + 1, text: text.replace(/\s+/g, ' ').trim() })
  }
  const visit = (node) => {
    if (ts.isJsxText(node) && isWord(node.text)) add(node, node.text)
    for (const literal of listLiterals(findShownBy(node))) add(literal, literal.getText())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/**
 * Every sentence in a source file, whoever reads it, but for what an error says. For rules, which answer codes.
 * @param {string} file
 * @param {string} source
 * @returns {{ line: number, text: string }[]}
 */
export function listSentences(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    if (ts.isNewExpression(node)) return
    const text = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? node.getText() : ''
    if (/^.\p{Lu}\p{Ll}+\s.*\p{L}{2}/su.test(text)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
      found.push({ line: line + 1, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** The expression that a node shows to people, if it shows one. */
function findShownBy(node) {
  if (ts.isJsxAttribute(node) && attributes.test(node.name.getText())) return node.initializer
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return node.expression
  if (ts.isCallExpression(node) && checks.test(getCalleeName(node.expression))) return node.arguments.at(-1)
  if (ts.isPropertyAssignment(node) && members.test(node.name.getText())) return node.initializer
  if (isPageDescription(node)) return node.initializer
  return undefined
}

/** In `{ name: 'description', content: … }` of a page; others of its kind hold addresses and codes. */
const isPageDescription = (node) =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === 'content' &&
  node.parent.properties.some(
    (sibling) => ts.isPropertyAssignment(sibling) && /description'$/.test(sibling.initializer.getText()),
  )

const getCalleeName = (callee) => (ts.isPropertyAccessExpression(callee) ? callee.name.text : '')

/** The texts that an expression may come to, but for those of calls, which say what they are for themselves. */
function listLiterals(node) {
  if (!node) return []
  if (ts.isStringLiteralLike(node)) return isSentence(node) ? [node] : []
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map((span) => span.literal)].some((part) => isWord(part.text))
      ? [node]
      : []
  if (ts.isConditionalExpression(node))
    return [...listLiterals(node.whenTrue), ...listLiterals(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return [...listLiterals(node.left), ...listLiterals(node.right)]
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(listLiterals)
  if (ts.isArrowFunction(node)) return listLiterals(node.body)
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return listLiterals(node.expression)
  return []
}

const isWord = (text) => /\p{L}{2}/u.test(text)

/** In markup any word is shown; elsewhere a member may as well hold a code, which has neither a space nor a capital. */
function isSentence(node) {
  if (ts.isJsxAttribute(node.parent)) return isWord(node.text)
  return isWord(node.text) && /\s|^\p{Lu}\p{Ll}/u.test(node.text)
}
