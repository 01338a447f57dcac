import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import landing from '../words/en/landing.ts'
import { Pictures } from './features/landing/landing-sections.tsx'
import { renderPage } from './testing/render-page.ts'

const folder = join(import.meta.dirname, 'features/landing/pictures')
const manifest = readFileSync(join(folder, 'words.json'), 'utf8')
const { people }: { people: Record<'creator' | 'thirdParty', { fullName: string }> } = JSON.parse(manifest)

describe('the pictures of the landing page', () => {
  it('show the person of the sample card, with the same birth date (PUBLIC-6, PUBLIC-19)', () => {
    const sampled = (name: string) => landing.sample.facts.find((fact) => fact.name === name)?.value
    expect(sampled('Name')).toBe(people.creator.fullName)
    expect(manifest).toContain(`${sampled('Name')} asks you to confirm`)
    expect(manifest).toContain(`Born ${sampled('Date of birth')}. `)
    expect(manifest).toContain(` on ${sampled('Platform')}. `)
  })

  it('are six small files with alternative text, and load lazily (PUBLIC-20)', () => {
    const { html } = renderPage(createElement(Pictures))
    const pictures = [...html.matchAll(/<picture>.*?<\/picture>/gs)].map(([picture]) => picture)
    expect(pictures).toHaveLength(3)
    for (const picture of pictures) {
      expect(picture).toMatch(/<source srcSet="[^"]+-dark\.avif" media="\(prefers-color-scheme: dark\)"/)
      expect(picture).toMatch(
        /<img src="[^"]+-light\.avif" alt="[^"]{60,}" width="360" height="560" loading="lazy"/,
      )
    }
    for (const { fullName } of Object.values(people)) expect(pictures[1]).toContain(fullName)
    for (const name of ['invitation', 'form', 'record'])
      for (const scheme of ['light', 'dark'])
        expect(statSync(join(folder, `${name}-${scheme}.avif`)).size).toBeLessThan(50_000)
  })
})
