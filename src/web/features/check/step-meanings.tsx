import { type EvidenceStep, facts, type MailboxStep } from '../../../domain/evidence/evidence.ts'
import { factWords, evidenceWords as knownWords, stepMeanings, stepWords } from '../../../words/evidence.ts'
import classes from './check-page.module.css'
import { words } from './words.ts'

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
