import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { expect, it } from 'vitest'
import { writtenTheme } from './written-theme.ts'

const plain = defaultCssVariablesResolver(DEFAULT_THEME)
const ours = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, writtenTheme))
const schemeSelector = (scheme: string) => `:root[data-mantine-color-scheme="${scheme}"]`

/** A rule with the variables of the theme that differ from the library's. */
function writeRule(selector: string, part: keyof typeof ours): string {
  const known = new Set(Object.entries(plain[part]).map(String))
  const changed = Object.entries(ours[part]).filter((variable) => !known.has(String(variable)))
  return `${selector} {\n${changed.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`
}

it('has the variables of the theme in a stylesheet; `vitest --update` writes it', async () => {
  const rules = [
    writeRule(':root', 'variables'),
    writeRule(schemeSelector('dark'), 'dark'),
    writeRule(schemeSelector('light'), 'light'),
  ]
  await expect(rules.join('\n')).toMatchFileSnapshot('variables.css')
})
