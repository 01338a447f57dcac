import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/privacy.ts'
import { readSite } from '../../api/site.ts'
import { type Article, ArticlePage, type Installation, readParts } from './article-page.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }, { name: 'description', content: words.lead }]
}

/** Served at /privacy and at /privacy-policy. */
export default function PrivacyPage() {
  return <ArticlePage article={writePrivacyText(readSite())} />
}

/** The privacy policy with the periods and addresses of this installation, so that it matches the software. */
export function writePrivacyText(site: Installation): Article {
  const { title, lead, updated, held } = words
  const parts = readParts(words.parts, site).map((part) =>
    part.id === 'invited' ? { ...part, link: { to: '/my-data', label: held } } : part,
  )
  return { title, lead, updated, parts }
}
