import { lazy, Suspense } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/api-description.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }, { name: 'description', content: words.lead }]
}

// Loaded separately, including its styles: no other page needs it.
const Reference = lazy(async () => ({ default: (await import('./reference.tsx')).ReferenceOnPage }))
const column = { maxWidth: '72rem', margin: '0 auto', padding: 'var(--assent-page-space)' }

/** The API reference (ERROR-72). */
export default function ApiDescriptionPage() {
  return (
    <div style={column}>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      {/* Paths, code and the descriptions of the API run from left to right. */}
      <div dir="ltr">
        <Suspense fallback={<p role="status">{words.loading}</p>}>
          <Reference />
        </Suspense>
      </div>
    </div>
  )
}
