import { productName } from '../../../../domain/product.ts'
import words from '../../../../words/en/owner.ts'
import { RecordPage } from './record-page.tsx'

export function meta() {
  return [{ title: `${words.personPageTitle} · ${productName}` }]
}

/** The owner's view of a person verification (OWNER). */
export default function PersonVerificationViewPage() {
  return (
    <RecordPage
      heading={words.pageTitle}
      notFound={words.personNotFound}
      back={{ to: '/dashboard', label: words.backToDashboard }}
    />
  )
}
