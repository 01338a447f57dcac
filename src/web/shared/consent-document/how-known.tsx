import { useId } from 'react'
import type { HowKnown as HowKnownFacts } from '../../../contract/evidence.ts'
import { factWords, evidenceWords as knownWords, stepWords } from '../../../words/evidence.ts'
import { sayHowKnown } from '../../../words/say-how-known.ts'
import { Moment } from '../time/moment.tsx'
import { documentWords as words } from './document-words.ts'
import classes from './how-known.module.css'
import { Section } from './section.tsx'

/** What each statement in the document is worth: one row for each fact and person (EVIDENCE-4). */
export function HowKnown({
  facts,
  order = 2,
  brief = false,
}: {
  facts: HowKnownFacts
  order?: 2 | 3
  /** Of one person alone, among much else that is to be read: without whose they are and since when. */
  brief?: boolean
}) {
  const { known, sources } = facts
  const id = useId()
  return (
    <Section title={words.howKnown} titleId={id} order={order}>
      <table className={classes['table']} data-brief={brief || undefined} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{words.what}</th>
            <th scope="col">{words.how}</th>
          </tr>
        </thead>
        <tbody>
          {known.map((fact) => (
            <tr key={`${fact.party} ${fact.fact}`}>
              <th scope="row">
                {factWords[fact.fact]}
                {brief ? null : <span className={classes['party']}>{words[fact.party]}</span>}
              </th>
              <td>
                <strong>{stepWords[fact.step]}</strong>
                <p>{sayHowKnown(fact, sources[fact.party])}</p>
                {brief ? null : (
                  <p className={classes['since']}>
                    {words.since} <Moment at={fact.at} />
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['not']}>{knownWords.notMeant}</p>
    </Section>
  )
}
