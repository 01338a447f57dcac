import words from '../../../words/en/consent-document.ts'
import { describeAddedTerms } from '../../../words/record.ts'
import classes from './consent-text.module.css'
import { Section } from './section.tsx'

/** The creator's own terms, as typed and named as theirs (RECORD-52); nothing where there are none. */
export function AdditionalTerms({ text, by }: { text: string | null; by: string }) {
  if (!text) return null
  return (
    <Section title={words.additionalTerms}>
      {by ? <p>{describeAddedTerms(by)}</p> : null}
      <blockquote className={classes['terms']}>{text}</blockquote>
    </Section>
  )
}
