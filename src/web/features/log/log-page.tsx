import '../../theme/components.css'
import { lazy, Suspense } from 'react'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/log.ts'
import { PageHeading } from '../../shared/ui/page-frame.tsx'

export function meta() {
  return [{ title: `${words.title} · ${productName}` }, { name: 'description', content: words.lead }]
}

// Loaded separately, including its styles: every page, even the landing page, lists the eager imports of this one.
const Log = lazy(async () => ({ default: (await import('./log.tsx')).LogOnPage }))
const column = { maxWidth: '52rem', margin: '0 auto', padding: 'var(--assent-page-space)' }

/** The public page of the transparency log: its name, key and newest state, and who vouches for it (LOG-6). */
export default function LogPage() {
  return (
    <div style={column}>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <p>{words.whatText}</p>
      <Suspense fallback={<p role="status">{words.loading}</p>}>
        <Log />
      </Suspense>
    </div>
  )
}
