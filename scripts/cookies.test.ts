import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSources } from './specification.ts'

it('sets two cookies in the pages, for the sidebar and the language, and one in the server, for the client (PRIVACY-25)', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'))
  const product = sources.filter(({ path }) => /^src\/(?!.*\/testing\/).*(?<!\.test)\.tsx?$/.test(path))
  const setting = product.filter(({ text }) => /\.cookie = |cookieStore|set-cookie|setCookie/i.test(text))
  expect(setting.map(({ path }) => path).sort()).toEqual([
    'src/server/http/client.ts',
    'src/web/app/shell/shell.tsx',
    'src/web/root.tsx',
  ])
})
