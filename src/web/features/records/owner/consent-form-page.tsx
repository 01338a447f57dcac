import { productName } from '../../../../domain/product.ts'
import { RecordPage } from './record-page.tsx'
import { words } from './words.ts'

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
