import { productName } from '../../../domain/product.ts'
import { site } from '../../api/site.ts'
import { ArticlePage } from './article-page.tsx'
import { privacyText } from './privacy-text.ts'

export function meta() {
  const text = privacyText(site())
  return [{ title: `${text.title} · ${productName}` }, { name: 'description', content: text.lead }]
}

/** At /privacy and at /privacy-policy. */
export default function PrivacyPage() {
  return <ArticlePage article={privacyText(site())} />
}
