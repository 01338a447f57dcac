import words from '../../../words/en/landing.ts'
import { readSite } from '../../api/site.ts'
import classes from './questions.module.css'

/** What people ask first, with answers that open in place (PUBLIC-17). */
export function Questions() {
  const { retentionDays, linkLifeDays } = readSite()
  return (
    <div className={classes['questions']}>
      {words.questions.items.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          {answer.map((part) => {
            const paragraph = typeof part === 'string' ? part : part({ retentionDays, linkLifeDays })
            return <p key={paragraph}>{paragraph}</p>
          })}
        </details>
      ))}
    </div>
  )
}
