import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { inProject } from './lib/project.mjs'

/** The first word of every function that the product, its scripts, its simulators or its measurements declare. */
const verbs = new Set(
  `
    abandon accept act add admit advance advise allow announce answer append apply archive arrive ask assert
    assign attach audit authenticate await back become begin bind blank block break bring build bundle call
    cancel capture carry change check choose claim clean close collect compare compile complete compress
    compute confirm connect consume continue copy correct count create cruise cut decide decline decode
    decrypt define delete derive describe destroy detect do download draw drop embed emit encode end enqueue
    ensure enter erase escape estimate exchange expect expire explain fail feed fetch fill find finish fit
    flush focus follow forget format free gather generate get give go grant greet group grow guess hand
    handle hash hide hold ignore import include initialise insert install invite isolate issue join judge
    keep kill land launch lay lean leave lengthen let lift limit list listen load locate lock log look mail
    make mark match measure merge migrate mint misread move name normalise note observe offer open order pad
    paint parse pass photograph pick place post prepare prerender present press print project prove push put
    queue raise rank reach read reauthenticate recall receive recognise reconcile redeem refresh refuse
    register rehearse reject release reload remember remind remove rename render renew renumber reorder
    repair repeat replace report request require resend reserve reset restart restrict resume reword rotate
    run save say scroll seal see select send serve set settle share shoot shorten show shrink sign skip span
    speak spend split stamp stand start stop stream submit subscribe survey sweep switch sync take tell time
    touch try turn undo unfinish update upload validate verify wait walk warm warn watch weigh withdraw
    withhold work wrap write
  `
    .trim()
    .split(/\s+/),
)

/** Questions that yes or no answers. */
const predicates = new Set('are can cannot does has is may needs was'.split(' '))

/** Conversions (`toCursor`), hooks (`useUpload`), work with something at hand or at a place (`withStorage`, `onSide`), callbacks (`onToastWaiting`). */
const conventions = new Set('as on to use with'.split(' '))

/** Names that begin otherwise, each with why. A name without a file is excepted everywhere. */
const exceptions: [name: string, file: string | null, why: string][] = [
  ['main', null, 'what a program does, by the word that every programmer looks for'],
  ['meta', null, 'the name under which the router looks for the titles of a page'],
  [
    'messages',
    'src/words/messages.ts',
    'stands before every catalogue, where it reads as what the catalogue is',
  ],
  ['inProject', 'scripts/lib/project.mjs', "reads as the place that it answers: `inProject('src')`"],
  ...['artifact', 'flow', 'lines', 'rule', 'tagged'].map((name): [string, string, string] => [
    name,
    'src/server/platform/pdf/drawing/sheet-writer.ts',
    'draws what PDF calls by this name',
  ]),
  ['ref', 'src/server/platform/pdf/drawing/gathering-paper.ts', 'has the name that pdfkit calls'],
]

/** Names whose written type contradicts them, each with why. */
const answerExceptions: [name: string, file: string, why: string][] = [
  ['get', 'src/server/platform/storage/storage.ts', 'answers as `get` of a Map does'],
  ['get', 'src/server/platform/storage/create-encrypted-files.ts', 'answers as `get` of a Map does'],
  ['findSigner', 'src/server/platform/wallet/find-signer.ts', 'answers a refusal of the wallet as an object'],
]

/** One file that strangers read beside the documents whose values and words it names: `der`, `sha256`. */
const isStrangers = (path: string) => path === 'scripts/check-record.mjs'

/** What a name that ends in `Of` may begin with, wherever it stands: `destroyDocumentsOf` says what it does, `documentsOf` does not. */
const verbsBeforeOf =
  /^(?:are|blank|can|close|copy|count|delete|destroy|end|erase|find|forget|give|has|is|list|lock|make|read|render|run|withhold)[A-Z]/

const functions =
  /\bfunction\*?\s+([a-z]\w*Of)\b|\bconst\s+([a-z]\w*Of)\s*=\s*(?:async\s*)?(?:\(|<|[a-z]\w*\s*=>|function)/g

function findNouns(code: string): string[] {
  return [...code.matchAll(functions)]
    .map(([, declared, assigned]) => declared ?? assigned ?? '')
    .filter((name) => !verbsBeforeOf.test(name))
}

type Named = { name: string; place: 'top' | 'class' | 'within'; type: ts.TypeNode | undefined }

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? unwrap(node.expression)
    : node

const findFunction = (node: ts.Expression | undefined) => {
  const value = node && unwrap(node)
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : null
}

/** Functions that have a name: declared, kept in a constant or a property, promised by a type, or asked for as a parameter. */
function listFunctions(path: string, code: string): Named[] {
  const kind = path.endsWith('x')
    ? ts.ScriptKind.TSX
    : path.endsWith('mjs')
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind)
  const found: Named[] = []
  const visit = (node: ts.Node, parent: ts.Node | null, isTop: boolean): void => {
    const add = (name: ts.Node, type: ts.TypeNode | undefined) => {
      if (!ts.isIdentifier(name)) return
      const isOfClass = parent !== null && ts.isClassLike(parent)
      found.push({ name: name.text, place: isTop ? 'top' : isOfClass ? 'class' : 'within', type })
    }
    if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) {
      if (node.name) add(node.name, node.type)
    } else if (
      ts.isVariableDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertyAssignment(node)
    ) {
      const value = findFunction(node.initializer)
      if (value) add(node.name, value.type)
    } else if (ts.isPropertySignature(node) || ts.isParameter(node)) {
      if (node.type && ts.isFunctionTypeNode(node.type)) add(node.name, node.type.type)
    }
    const isStillTop = ts.isSourceFile(node) || (isTop && isDeclarationOfConstants(node))
    ts.forEachChild(node, (child) => visit(child, node, isStillTop))
  }
  visit(source, null, false)
  return found
}

const isDeclarationOfConstants = (node: ts.Node) =>
  ts.isVariableStatement(node) || ts.isVariableDeclarationList(node)

/** Names of functions at the top level and of methods of classes that begin with no word that may begin them. */
function listUnverbed(functions: readonly Named[]): string[] {
  return functions
    .filter(({ name, place }) => place !== 'within' && /^[a-z]/.test(name))
    .map(({ name }) => name)
    .filter((name) => {
      const [first = ''] = /^[a-z]+/.exec(name) ?? []
      return !verbs.has(first) && !predicates.has(first) && !conventions.has(first)
    })
}

/** What may come of a call, by the written type: the parts of a union, of what a Promise holds where it is one. */
function listAnswers(type: ts.TypeNode): ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(type)) return listAnswers(type.type)
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(listAnswers)
  const held =
    ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'Promise'
  return held && type.typeArguments?.[0] ? listAnswers(type.typeArguments[0]) : [type]
}

const isNothing = (type: ts.TypeNode) =>
  type.kind === ts.SyntaxKind.UndefinedKeyword ||
  (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword)

const isRefusal = (type: ts.TypeNode) =>
  ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) && type.typeName.text === 'Refusal'

/** Functions that are named as if they might find nothing and always answer, or the other way round, by the type that is written. */
function listContradicted(functions: readonly Named[]): string[] {
  return functions
    .filter(({ name, type }) => {
      if (!type) return false
      const answers = listAnswers(type)
      if (/^find(?![a-z])/.test(name)) return !answers.some((each) => isNothing(each) || isRefusal(each))
      return /^(?:choose|compute|get|read)(?![a-z])/.test(name) && answers.some(isNothing)
    })
    .map(({ name }) => name)
}

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: inProject(),
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && !path.endsWith('function-names.test.ts'))

const isProduct = (path: string) =>
  /^(?:src|scripts|simulators|bench)\//.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(path)

const files = paths.flatMap((path) => {
  try {
    return [{ path, code: readFileSync(inProject(path), 'utf8') }]
  } catch {
    // Listed by git, and removed since.
    return []
  }
})

const product = files
  .filter(({ path }) => isProduct(path))
  .map(({ path, code }) => ({ path, functions: listFunctions(path, code) }))

const unverbed = product
  .filter(({ path }) => !isStrangers(path))
  .flatMap(({ path, functions }) => listUnverbed(functions).map((name) => ({ path, name })))

const contradicted = product.flatMap(({ path, functions }) =>
  listContradicted(functions).map((name) => ({ path, name })),
)

it('names functions by what they do, not by what comes of them', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap(({ path, code }) => findNouns(code).map((name) => `${path}: ${name}`))).toEqual([])
})

it('begins the names of functions with verbs', () => {
  expect(product.length).toBeGreaterThan(1000)
  const found = unverbed.filter(
    ({ path, name }) => !exceptions.some(([of, file]) => of === name && (file === null || file === path)),
  )
  expect(found.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})

it('names functions by whether they always answer', () => {
  const found = contradicted.filter(
    ({ path, name }) => !answerExceptions.some(([of, file]) => of === name && file === path),
  )
  expect(found.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})

it('has the verbs in alphabetical order, each of them begins a name', () => {
  expect([...verbs]).toEqual([...verbs].toSorted())
  const used = new Set(
    product.flatMap(({ functions }) =>
      functions.filter(({ place }) => place !== 'within').map(({ name }) => /^[a-z]+/.exec(name)?.[0]),
    ),
  )
  expect([...verbs, ...predicates, ...conventions].filter((verb) => !used.has(verb))).toEqual([])
})

it('excepts names only while they are there to be excepted', () => {
  const isFound = (all: typeof unverbed, of: string, file: string | null) =>
    all.some(({ path, name }) => name === of && (file === null || file === path))
  expect(exceptions.filter(([name, file]) => !isFound(unverbed, name, file))).toEqual([])
  expect(answerExceptions.filter(([name, file]) => !isFound(contradicted, name, file))).toEqual([])
})

describe('a name that says something else is noticed', () => {
  it('by its end', () => {
    expect(findNouns('async function statusOf(id) {}\nconst nameOf = (row: Row) => row.name')).toEqual([
      'statusOf',
      'nameOf',
    ])
    expect(findNouns('export function listFilesOf() {}\nconst typeOf = "x"')).toEqual([])
  })

  it.each([
    ['declared', 'async function status(id: string) {}', 'status'],
    ['in a constant', 'export const holder = (row: Row) => row.holder', 'holder'],
    ['in a constant, of a stated type', 'const holder = ((row) => row.holder) satisfies Holder', 'holder'],
    ['of a class', 'class Row { holder() {} }', 'holder'],
  ])('by its beginning, %s', (_, code, name) => {
    expect(listUnverbed(listFunctions('row.ts', code))).toEqual([name])
  })

  it.each([
    ['of verbs', 'function listHolds() {}\nconst isOpen = () => true\nfunction toCursor() {}'],
    ['of components', 'export function Holder() {}'],
    ['of what is no function', "const holder = 'x'\nconst holders = rows.map((row) => row.holder)"],
    [
      'inside of another function',
      'function listHolds() {\n const holder = () => 1\n function holders() {}\n}',
    ],
  ])('but not the beginnings %s', (_, code) => {
    expect(listUnverbed(listFunctions('row.ts', code))).toEqual([])
  })

  it.each([
    ['findRow', 'function findRow(): Row {}'],
    ['findRow', 'const findRow = async (): Promise<Row> => row'],
    ['findRow', 'type Rows = { findRow(): Promise<Row | "none">; readRow(): Row }'],
    ['find', 'type Rows = { find: (id: string) => (id: string) => Row | null }'],
    ['readRow', 'async function readRow(): Promise<Row | null> {}'],
    ['getRow', 'function list() {\n const getRow = (): Row | undefined => row\n}'],
    ['computeRow', 'interface Rows { computeRow(): (Row & Open) | null }'],
    ['chooseRow', 'class Rows { async chooseRow(): Promise<null | Row> {} }'],
    ['readRow', 'function list(readRow: (id: string) => Row | null): void {}'],
  ])('by the answer: %s in %s', (name, code) => {
    expect(listContradicted(listFunctions('row.ts', code))).toEqual([name])
  })

  it.each([
    'function findRow(): Row | null {}',
    'async function findRow(): Promise<Row | Refusal> {}',
    'const findRow = (id: string) => rows.get(id)',
    'async function readRow(): Promise<{ at: Date | null }> {}',
    'function readyRow(): Row | null {}',
  ])('but not the answer of %s', (code) => {
    expect(listContradicted(listFunctions('row.ts', code))).toEqual([])
  })
})
