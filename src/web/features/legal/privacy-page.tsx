import { productName } from '../../../domain/product.ts'
import { readSite } from '../../api/site.ts'
import { ArticlePage } from './article-page.tsx'
import { writePrivacyText } from './privacy-text.ts'

export function meta() {
  const text = writePrivacyText(readSite())
  return [{ title: `${text.title} · ${productName}` }, { name: 'description', content: text.lead }]
}

/** At /privacy and at /privacy-policy. */
export default function PrivacyPage() {
  return <ArticlePage article={writePrivacyText(readSite())} />
}
