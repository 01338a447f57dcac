import type { ThirdPartyView } from '../../../../contract/third-party.ts'
import { Section } from '../../../shared/consent-document/section.tsx'
import { formWords as words } from './form-words.ts'

/** What the creator asks for, before anything is given (EVIDENCE-9). */
export function Asked({ form }: { form: Pick<ThirdPartyView, 'asksFor' | 'fullName'> }) {
  return (
    <Section title={words.askedTitle} order={3}>
      <ul>
        {words.asked(form.asksFor).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{words.askedNot(form.fullName, form.asksFor)}</p>
    </Section>
  )
}
