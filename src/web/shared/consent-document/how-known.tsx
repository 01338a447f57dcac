import { useId } from 'react'
import type { HowKnown as HowKnownFacts } from '../../../contract/evidence.ts'
import { describeHowKnown } from '../../../words/describe-how-known.ts'
import words from '../../../words/en/consent-document.ts'
import knownWords from '../../../words/en/evidence.ts'
import { factWords, stepWords } from '../../../words/evidence.ts'
import { describeShared } from '../../../words/record.ts'
import { Moment } from '../time/moment.tsx'
import { Section } from './facts.tsx'
import classes from './how-known.module.css'

/** Explains how well each statement in the document is supported: one entry for each fact and person (EVIDENCE-4). */
export function HowKnown({
  facts,
  order = 2,
  brief = false,
}: {
  facts: HowKnownFacts
  order?: 2 | 3
  /** For only one person, on a page with much other text: leaves out the person and the date. */
  brief?: boolean
}) {
  const { known, sources, shared, format } = facts
  const id = useId()
  return (
    <Section title={words.howKnown} titleId={id} order={order}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks it is no list to Safari. */}
      <ul role="list" className={classes['list']} data-brief={brief || undefined} aria-labelledby={id}>
        {known.map((fact) => (
          <li key={`${fact.party} ${fact.fact}`}>
            <div className={classes['name']}>
              {factWords[fact.fact]}
              {brief ? null : <span className={classes['party']}>{words[fact.party]}</span>}
            </div>{' '}
            <div className={classes['known']}>
              <strong>{stepWords[fact.step]}</strong>{' '}
              <p>{describeHowKnown(fact, sources[fact.party], format)}</p>
              {brief ? null : (
                <p className={classes['since']}>
                  <Moment at={fact.at} within={words.since} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {shared.length > 0 ? (
        <p>
          <strong>{words.worthChecking}</strong> {shared.map(describeShared).join(' ')}
        </p>
      ) : null}
      <p className={classes['not']}>{knownWords.notMeant}</p>
    </Section>
  )
}
