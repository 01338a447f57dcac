import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { isProtectedPath } from './protection-state.ts'

const web = resolve(import.meta.dirname, '../..')

it("is on for every page that can show another person's stored document (PROTECT-1)", () => {
  const routes = readFileSync(resolve(web, 'routes.ts'), 'utf8')
  const pages = [...routes.matchAll(/route\('([^']+)', '([^']+)'/g)].map(([, path = '', file = '']) => ({
    path,
    file,
  }))
  const showing = pages.filter(({ file }) =>
    reaches(resolve(web, file), 'shared/documents/document-tile.tsx'),
  )
  expect(showing.length).toBeGreaterThanOrEqual(4)
  const unprotected = showing.filter(({ path }) => !isProtectedPath(`/${path}`))
  expect(unprotected).toEqual([])
})

/** Whether a module imports another one, statically or lazily, directly or through others. */
function reaches(from: string, wanted: string): boolean {
  const seen = new Set<string>()
  const queue = [from]
  for (const file of queue) {
    if (file === resolve(web, wanted)) return true
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']+\.tsx?)'/g)
    for (const [, path = ''] of imports) queue.push(resolve(dirname(file), path))
  }
  return false
}
