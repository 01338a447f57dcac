import { type EvidenceStep, facts, type MailboxStep } from '../../../domain/evidence/evidence.ts'
import words from '../../../words/en/check.ts'
import knownWords from '../../../words/en/evidence.ts'
import { factWords, stepMeanings, stepWords } from '../../../words/evidence.ts'
import classes from './check-page.module.css'

/** What each step in a record means: what was done, and what was not (EVIDENCE-4). */
export function StepMeanings() {
  return (
    <section className={classes['how']}>
      <h2>{words.meanings}</h2>
      <p>{words.meaningsLead}</p>
      {facts.map((fact) => (
        <details key={fact}>
          <summary>{factWords[fact]}</summary>
          <dl>
            {Object.entries(stepMeanings[fact]).map(([step, sentences]) => (
              <div key={step}>
                <dt>{stepWords[step as EvidenceStep | MailboxStep]}</dt>
                <dd>{sentences.join(' ')}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
      <p>{knownWords.notMeant}</p>
    </section>
  )
}
