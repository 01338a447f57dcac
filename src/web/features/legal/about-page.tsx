import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/about.ts'
import { ArticlePage, readParts } from './article-page.tsx'

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }, { name: 'description', content: words.lead }]
}

export default function AboutPage() {
  const { title, lead, parts } = words
  return <ArticlePage article={{ title, lead, parts: readParts(parts, {}) }} />
}
