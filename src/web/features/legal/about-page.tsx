import { productName } from '../../../domain/product.ts'
import { aboutText } from './about-text.ts'
import { ArticlePage } from './article-page.tsx'

export function meta() {
  return [{ title: `About · ${productName}` }, { name: 'description', content: aboutText.lead }]
}

export default function AboutPage() {
  return <ArticlePage article={aboutText} />
}
