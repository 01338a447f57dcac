import { productName } from '../../../domain/product.ts'
import { site } from '../../api/site.ts'
import { ArticlePage } from './article-page.tsx'
import { termsText } from './terms-text.ts'

export function meta() {
  const text = termsText(site())
  return [{ title: `${text.title} · ${productName}` }, { name: 'description', content: text.lead }]
}

export default function TermsPage() {
  return <ArticlePage article={termsText(site())} />
}
