import { productName } from '../../../domain/product.ts'
import { readSite } from '../../api/site.ts'
import { ArticlePage } from './article-page.tsx'
import { writeTermsText } from './terms-text.ts'

export function meta() {
  const text = writeTermsText(readSite())
  return [{ title: `${text.title} · ${productName}` }, { name: 'description', content: text.lead }]
}

export default function TermsPage() {
  return <ArticlePage article={writeTermsText(readSite())} />
}
