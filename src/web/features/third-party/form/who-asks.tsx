import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import { dayWords } from '../../../shared/time/moment.tsx'
import { formWords as words } from './form-words.ts'

/** Both people in two sentences, as the creator typed them (FORM-2). */
export function WhoAsks({ form }: { form: ThirdPartyView }) {
  return (
    <Section title={words.whoTitle} order={3}>
      <p>{words.creator(form.fullName, dayWords(form.dateOfBirth))}</p>
      <p>{words.thirdParty(form)}</p>
    </Section>
  )
}
