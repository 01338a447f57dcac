import { createHash } from 'node:crypto'
import ts from 'typescript'

/** One small mistake that the instrumented code makes when its id is the active one. */
export type Mutant = {
  /** Stays the same while the line, and the number of equal lines above it in its file, stay the same. */
  id: string
  file: string
  line: number
  /** The mistake, for people: `a < b -> a <= b`. */
  change: string
  /** Whether it is made when its file is loaded, which only the first test of a process does. */
  isAtLoad: boolean
}

/** A part of a node's text and what replaces it. */
type Edit = { at: number; length: number; replacement: string }

const swapped = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
])

const swappedCalls = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])

/** Terms of SQL, in the spelling of this product: each is replaced in one place of one statement at a time. */
const swappedSql: [RegExp, string][] = [
  [/\bAND\b/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/ <(?![=>])/g, ' <='],
  [/(?<!-) >(?!=)/g, ' >='],
  [/\bFOR UPDATE\b(?! SKIP)/g, ''],
  [/\bASC\b/g, 'DESC'],
  [/\bDESC\b/g, 'ASC'],
]

/** Log lines and metrics are for operators; no test reads them all. */
const unread = /^(void )?(await )?[\w.]*\b(logger|log|metrics?|counters?)\b[\w.]*\(/

/** Code that unit and API tests run: nothing of the pages, and no tests. */
export const isMutated = (file: string) =>
  /^src\/(contract|domain|server|words)\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file)

/**
 * Finds the mutants of one file, and returns its code with all of them switched off.
 * The code calls the global function `mutant(id)`, which returns whether the mutant is active.
 */
export function mutate(file: string, code: string): { code: string; mutants: Mutant[] } {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const seen = new Map<string, number>()
  const toId = (line: number, change: string): string => {
    const text = `${file}\n${code.split('\n')[line - 1]?.trim()}\n${change}`
    const earlier = seen.get(text) ?? 0
    seen.set(text, earlier + 1)
    return createHash('sha256').update(`${text}\n${earlier}`).digest('base64url').slice(0, 12)
  }

  function print(node: ts.Node): string {
    const start = node.getStart(source)
    const inner = printChildren(node)
    const edits = isMutable(node) ? findEdits(node) : []
    if (edits.length === 0) return inner
    const original = node.getText(source)
    const variants = edits.map((edit) => {
      const line = source.getLineAndCharacterOfPosition(start + edit.at).line + 1
      const change = describe(original, edit)
      const id = toId(line, change)
      mutants.push({ id, file, line, change, isAtLoad: !isInFunction(node) })
      return { id, code: apply(original, edit) }
    })
    // In braces, because an `else` may follow.
    if (ts.isExpressionStatement(node)) return `{ if (!mutant('${variants[0]?.id}')) { ${inner} } }`
    const switched = variants.map((variant) => `mutant('${variant.id}') ? (${variant.code}) : `)
    return `(${switched.join('')}(${inner}))`
  }

  function printChildren(node: ts.Node): string {
    let printed = ''
    let at = node.getStart(source)
    ts.forEachChild(node, (child) => {
      if (ts.isTypeNode(child) || ts.isImportDeclaration(child)) return
      const start = child.getStart(source)
      printed += code.slice(at, start) + print(child)
      at = child.end
    })
    return printed + code.slice(at, node.end)
  }

  const printed = code.slice(0, source.getStart(source)) + printChildren(source)
  return { code: printed, mutants }
}

function isMutable(node: ts.Node): boolean {
  const parent = node.parent
  if (!parent || ts.isLiteralTypeNode(parent) || ts.isExportDeclaration(parent)) return false
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false
  if (ts.isBindingElement(parent) && parent.propertyName === node) return false
  // A directive such as 'use strict', or the callee of a tag.
  return !(ts.isTaggedTemplateExpression(parent) && parent.template === node)
}

function findEdits(node: ts.Node): Edit[] {
  const text = node.getText()
  const replace = (part: ts.Node, replacement: string): Edit => ({
    at: part.getStart() - node.getStart(),
    length: part.getText().length,
    replacement,
  })
  if (ts.isBinaryExpression(node)) {
    const operator = swapped.get(node.operatorToken.kind)
    return operator ? [replace(node.operatorToken, operator)] : []
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [{ at: 0, length: 0, replacement: '!' }]
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false')]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true')]
  if (ts.isNumericLiteral(node)) return isInFunction(node) ? [replace(node, `${text} + 1`)] : []
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const other = swappedCalls.get(node.expression.name.text)
    if (other) return [replace(node.expression.name, other)]
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') return findSqlEdits(text)
  if (isCondition(node)) return [replace(node, 'true'), replace(node, 'false')]
  return ts.isExpressionStatement(node) && isCallToDrop(node) ? [replace(node, '')] : []
}

/** A whole condition, unless an operator in it makes the same mistake. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node
  const isTest =
    (ts.isIfStatement(parent) && parent.expression === node) ||
    (ts.isConditionalExpression(parent) && parent.condition === node)
  return isTest && (ts.isCallExpression(node) || ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
}

function isCallToDrop(node: ts.ExpressionStatement): boolean {
  const { expression } = node
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression
  const isCall = ts.isCallExpression(call) && call.expression.kind !== ts.SyntaxKind.SuperKeyword
  return isCall && isInFunction(node) && !unread.test(node.getText())
}

function findSqlEdits(text: string): Edit[] {
  return swappedSql.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      at: index,
      length: found.length,
      replacement,
    })),
  )
}

const isInFunction = (node: ts.Node) => ts.findAncestor(node, ts.isFunctionLike) !== undefined

const apply = (text: string, { at, length, replacement }: Edit) =>
  text.slice(0, at) + replacement + text.slice(at + length)

/** The changed part with forty characters of code on either side. */
function describe(text: string, { at, length, replacement }: Edit): string {
  const [before, after] = [text.slice(Math.max(0, at - 40), at), text.slice(at + length, at + length + 40)]
  return `${before}[${text.slice(at, at + length)} -> ${replacement}]${after}`.replaceAll(/\s+/g, ' ')
}
