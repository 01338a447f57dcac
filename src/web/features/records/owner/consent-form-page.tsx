import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/owner.ts'
import { RecordPage } from './record-page.tsx'

export function meta() {
  return [{ title: `${words.pageTitle} · ${productName}` }]
}

/** The owner's view of an age verification (OWNER). */
export default function ConsentFormPage() {
  return (
    <RecordPage
      heading={words.pageTitle}
      notFound={words.notYours}
      back={{ to: '/history', label: words.backToHistory }}
    />
  )
}
