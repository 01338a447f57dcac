import '../../theme/components.css'
import { productName } from '../../../domain/product.ts'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import { CameraSamples } from './camera-samples.tsx'
import classes from './component-samples-page.module.css'
import { ControlSamples } from './control-samples.tsx'
import { DocumentSamples } from './document-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { LanguageSamples } from './language-samples.tsx'
import { LinkSamples } from './link-samples.tsx'
import { MessageSamples } from './message-samples.tsx'
import { PlanSamples } from './plan-samples.tsx'
import { UploadSamples } from './upload-samples.tsx'

export function meta() {
  return [{ title: `Components · ${productName}` }, { name: 'robots', content: 'noindex' }]
}

/** Every shared component in every state, for who builds with them. Not served in production (docs/decisions/040). */
export default function ComponentSamplesPage() {
  return (
    <main id="main" tabIndex={-1} className={classes['page']}>
      <PageHeading lead="Each in every state it can be in. Switch the colour scheme in the browser's own settings.">
        Components
      </PageHeading>
      <LanguageSamples />
      <ControlSamples />
      <FieldSamples />
      <MessageSamples />
      <PlanSamples />
      <LinkSamples />
      <UploadSamples />
      <DocumentSamples />
      <CameraSamples />
    </main>
  )
}
