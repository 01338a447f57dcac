import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSources } from './lib/specification.ts'

it('finds one cookie in the pages, that of the sidebar, and one in the server, of who makes a request (PRIVACY-25)', async () => {
  const sources = await readSources(join(import.meta.dirname, '..'))
  const product = sources.filter(({ path }) => /^src\/.*(?<!\.test)\.tsx?$/.test(path))
  const setting = product.filter(({ text }) => /\.cookie = |cookieStore|set-cookie|setCookie/i.test(text))
  expect(setting.map(({ path }) => path).sort()).toEqual([
    'src/server/http/client.ts',
    'src/web/app/shell/shell.tsx',
  ])
})
