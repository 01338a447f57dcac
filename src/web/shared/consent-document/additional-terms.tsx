import classes from './consent-text.module.css'
import { documentWords as words } from './document-words.ts'
import { Section } from './section.tsx'

/** The creator's own terms, as typed; nothing where there are none. */
export function AdditionalTerms({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <Section title={words.additionalTerms}>
      <p className={classes['terms']}>{text}</p>
    </Section>
  )
}
