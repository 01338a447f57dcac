import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postcss, { type Declaration } from 'postcss'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A side, where a style should name the start or the end of a line; with the reason why it doesn't. */
const allowed: Record<string, string> = {
  'src/web/features/plans/rest.module.css: transform-origin: 0 50%': 'the rule below it mirrors it',
  'src/web/features/plans/rest.module.css: transform-origin: 100% 50%': 'it mirrors the rule above it',
  'src/web/shared/camera/camera-dialog.module.css: transform: scaleX(-1)':
    'a mirror shows a face as a mirror does',
  'src/web/theme/global.css: text-align: right': 'only from right to left, for text of either direction',
  'src/web/theme/mirrored-icons.css: transform: scaleX(-1)': 'only from right to left',
}

const sides = /(?<![a-z])(left|right)(?![a-z])/
/** The values of these are those of the top, the right, the bottom and the left. */
const ofFourSides = /^(inset|(scroll-)?(margin|padding)|border-(width|style|color))$/
const ofPlaces = /^(transform-origin|object-position|background-position(-x)?)$/

/** Whether a declaration has a side that would be the same on a page from right to left. */
function hasSide({ prop, value }: Declaration): boolean {
  const [first = '', second = first, third = first, fourth = second] = postcss.list.space(value)
  return (
    sides.test(prop) ||
    sides.test(value) ||
    (ofFourSides.test(prop) && second !== fourth) ||
    (prop === 'border-radius' && (first !== second || third !== fourth)) ||
    (prop === 'transform' && /translate(X|3d)?\(|scaleX?\(-/.test(value)) ||
    (ofPlaces.test(prop) && /^-?\d/.test(first) && first !== '50%')
  )
}

/** The declarations of a style sheet with a side, as "property: value". */
function listSides(css: string): string[] {
  const found: string[] = []
  postcss.parse(css).walkDecls((declaration) => {
    if (hasSide(declaration)) found.push(`${declaration.prop}: ${declaration.value}`)
  })
  return found
}

/** The props and inline styles of a component with a side. */
const listSidesInCode = (code: string): string[] =>
  [
    ...code.matchAll(/\b[mp][lr]=|\bta="(left|right)"|\b(text-?align|float): '?(left|right)/gi),
    ...code.matchAll(/\b((margin|padding|border)(Left|Right)|left|right): ?['"`\d-]/g),
  ].map(([found]) => found)

async function listFiles(folder: string, ending: RegExp): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  return names.filter((name) => ending.test(name)).map((name) => join(folder, name))
}

const read = (path: string) => readFile(join(root, path), 'utf8')

it('names no side in the styles of the pages, where a line may begin on either (WORDS-18)', async () => {
  const files = await listFiles('src/web', /\.css$/)
  expect(files.length).toBeGreaterThan(50)
  const found = new Set<string>()
  for (const file of files) for (const side of listSides(await read(file))) found.add(`${file}: ${side}`)
  // Sorted, both equal: an exception that is no longer needed is a failure too.
  expect([...found].sort()).toEqual(Object.keys(allowed).sort())
})

it('names no side in the components either (WORDS-18)', async () => {
  const files = (await listFiles('src/web', /\.tsx$/)).filter((name) => !name.includes('.test.'))
  expect(files.length).toBeGreaterThan(100)
  const found: string[] = []
  for (const file of files)
    for (const side of listSidesInCode(await read(file))) found.push(`${file}: ${side}`)
  expect(found).toEqual([])
})

it.each([
  'margin-left: 1px',
  'right: 0',
  'border-top-left-radius: 1px',
  'text-align: left',
  'float: right',
  'margin: 0 1px 0 0',
  'inset: 0 auto 0 0',
  'padding: 0 max(1px, calc(2px - 1px)) 0 1px',
  'border-radius: 1px 0 0 1px',
  'transform: translateX(-2rem)',
  'transform: translate(1px, 2px)',
  'transform: scaleX(-1)',
  'transform-origin: 0 50%',
  'background-position: 10px 0',
  'background: linear-gradient(to right, red, blue)',
])('reports %s', (declaration) => {
  expect(listSides(`.a { ${declaration} }`)).toEqual([declaration])
})

it('reports a side in a prop or in an inline style', () => {
  expect(listSidesInCode(`<Text ml="sm" style={{ paddingLeft: 4, left: 0 }} ta="right">`)).toHaveLength(4)
  expect(listSidesInCode(`<Text ms="sm" style={{ paddingInlineStart: 4 }} ta="end">`)).toEqual([])
})
