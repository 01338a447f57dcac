import { openPage } from './actions/layout.ts'
import { expect, test } from './test.ts'

type Operation = {
  summary: string
  requestBody?: { description: string }
  responses: Record<string, unknown>
}
type Description = { paths: Record<string, Record<string, Operation>> }

test('the reference lists every endpoint of the description, with its limit and an example, and its contents link to them (ERROR-72)', async ({
  page,
}) => {
  const { paths }: Description = await (await page.request.get('/api/openapi.json')).json()
  const names = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  await openPage(page, '/api-reference')
  const headings = page.getByRole('heading', { level: 3 })
  await expect(headings).toHaveCount(names.length)
  expect((await headings.allTextContents()).sort()).toEqual(names.sort())
  const creating = page.locator('section', { has: page.locator('#post-api-verifications') }).last()
  await expect(creating).toContainText(paths['/api/verifications']?.['post']?.requestBody?.description ?? '?')
  await expect(creating).toContainText('platformName: string (1–100)')
  await expect(creating).toContainText('402 age_allowance_spent person_allowance_spent')
  await expect(creating).toContainText('curl -X POST')

  const contents = page.getByRole('navigation', { name: 'Endpoints' })
  await expect(contents.getByRole('link')).toHaveCount(names.length)
  await contents.getByRole('link', { name: 'POST /api/check', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'POST /api/check' })).toBeInViewport()

  await page.goto('/api-reference#get-api-prices')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'GET /api/prices' })).toBeInViewport()
})

test('on a German page, the English descriptions say that they are English (ERROR-72)', async ({
  page,
  context,
}) => {
  await openPage(page, '/')
  await context.addCookies([{ name: 'language', value: 'de', url: page.url() }])
  const api: Description = await (await page.request.get('/api/openapi.json')).json()
  const texts = JSON.stringify(api).matchAll(/"(?:summary|description)":"((?:[^"\\]|\\.)+)"/g)
  await page.goto('/api-reference')
  await expect(page.locator('h3')).not.toHaveCount(0)
  const shown = await page.evaluate(
    (english) => {
      const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: { text: string; lang: string | undefined }[] = []
      while (all.nextNode()) {
        const text = all.currentNode.textContent?.trim() ?? ''
        const lang = all.currentNode.parentElement?.closest<HTMLElement>('[lang]')?.lang
        if (english.includes(text)) found.push({ text, lang })
      }
      return found
    },
    [...texts].map(([, text]) => JSON.parse(`"${text}"`)),
  )
  const { summary = '', requestBody } = api.paths['/api/verifications']?.['post'] ?? {}
  expect(shown.map(({ text }) => text)).toEqual(expect.arrayContaining([summary, requestBody?.description]))
  expect(shown.filter(({ lang }) => lang !== 'en')).toEqual([])
})

test('only its own page loads the reference, which shows a loading error and retries (ERROR-72)', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of ['/', '/log', '/login']) await openPage(page, path)
  expect(asked.filter((url) => /reference-|openapi/.test(url))).toEqual([])

  await page.route('**/api/openapi.json', (route) => route.abort())
  await openPage(page, '/api-reference')
  await expect(page.getByText('The reference could not be loaded')).toBeVisible()
  await page.unroute('**/api/openapi.json')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'GET /api/prices' })).toBeVisible()
})
