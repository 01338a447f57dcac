import { expect, it } from 'vitest'
import { makePaintFirst } from './lib/first-paint.mjs'

const start = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/page-1.js";
  window.__reactRouterRouteModules = {"root":route0,"page":route1};

import("/assets/entry-1.js");`
const styles = `
  :root { --leaf: green; --stem: var(--leaf); --petal: red; --bud: var(--petal) }
  .seen { color: var(--stem) }
  .unseen { color: red }
  :root[data-mantine-color-scheme="dark"], :host([data-mantine-color-scheme="dark"]) { --leaf: lime }
  [data-mantine-color-scheme="dark"] .seen { color: lime }
  [data-mantine-color-scheme="dark"] .unseen { color: pink }
`
const page = (code: string) =>
  `<html data-mantine-color-scheme="light"><head><link rel="modulepreload" href="/assets/root-1.js"/><link rel="stylesheet" href="/assets/fonts.css"/><link rel="stylesheet" href="/assets/a.css#"/></head><body><p class="seen">Words</p><script type="module" async="">${code}</script></body></html>`
const fonts = '@font-face { font-family: Leaf; src: url(/leaf.woff2) }'
const readStyles = (path: string) => (path.includes('fonts') ? fonts : styles)
const painted = () => makePaintFirst(page(start), readStyles)

it('contains the used styles of both colour schemes, with the nonce of the answer', async () => {
  const inUse = (await painted()).match(/<style nonce="__STYLE_NONCE__">(.*?)<\/style>/s)?.[1]
  expect(inUse).toContain('.seen')
  expect(inUse).toMatch(/\[data-mantine-color-scheme=dark\] \.seen/)
  expect(inUse).toMatch(/:root\[data-mantine-color-scheme=dark\].*--leaf: ?lime/s)
  expect(inUse).toContain('--stem')
  expect(inUse).not.toMatch(/unseen|--petal|--bud/)
})

it('loads no scripts and no styles before the first paint', async () => {
  const html = await painted()
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).toContain('<link media="print" rel="stylesheet" href="/assets/a.css#"/>')
  expect(html).not.toContain('type="module"')
})

it('declares the fonts once, in the page, so that painted text keeps its font', async () => {
  const html = await painted()
  expect(html).toContain(fonts)
  expect(html).toContain('<link media="not all" rel="stylesheet" href="/assets/fonts.css"/>')
})

it('keeps the markup that React rendered', async () => {
  expect(await painted()).toContain('<p class="seen">Words</p>')
})

it('keeps the script that starts the page unchanged, for any content', async () => {
  for (const code of [start, 'start("$&", "$1")']) {
    expect(await makePaintFirst(page(code), readStyles)).toContain(
      `<p class="seen">Words</p><script type="text/plain">${code}</script><script>(async function startPage(`,
    )
  }
})

it('rejects a page without exactly one start script, so that no build contains a page that never starts', async () => {
  const twice = page(start).replace('</body>', '<script type="module" async="">start()</script></body>')
  for (const other of [page(start).replace(' async=""', ''), twice])
    await expect(makePaintFirst(other, readStyles)).rejects.toThrow('not started by one script')
})
