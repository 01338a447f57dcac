import '../../theme/components.css'
import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { fillAddress } from '../../../contract/address.ts'
import { type EvidenceStep, facts, type MailboxStep } from '../../../domain/evidence/evidence.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/check.ts'
import knownWords from '../../../words/en/evidence.ts'
import { factWords, stepMeanings, stepWords } from '../../../words/evidence.ts'
import { readSite } from '../../api/site.ts'
import { HowKnown } from '../../shared/consent-document/how-known.tsx'
import { useLostFocus } from '../../shared/focus.ts'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import { PageHeading } from '../../shared/ui/page-frame.tsx'
import classes from './check-page.module.css'
import { CheckResult, findCheckCode, useCheck } from './check-result.tsx'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'description', content: words.lead },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** The page for checking a record, by its file or by the code on paper. */
export default function CheckPage() {
  const { state, checkFile, checkCode, reset } = useCheck()
  const { hash } = useLocation()
  const progress = useLostFocus<HTMLDivElement>(state.phase === 'checking')
  useEffect(() => {
    const code = findCheckCode(`/check${hash}`)
    if (code) checkCode(code)
  }, [hash, checkCode])

  return (
    <div className={classes['page']}>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <RecordDrop isIdle={state.phase === 'idle'} onFile={checkFile} />
      <div ref={progress} tabIndex={-1} role="status" className={classes['state']}>
        {state.phase === 'checking' ? words.checking : null}
      </div>
      {state.phase === 'failed' ? (
        <section className={classes['result']} data-tone="bad" role="alert">
          <h2>{words.failed}</h2>
          <p>{state.message}</p>
          {state.retry ? (
            <button type="button" className={classes['again']} onClick={state.retry}>
              {words.again}
            </button>
          ) : null}
        </section>
      ) : null}
      {state.phase === 'answered' ? (
        <>
          <CheckResult {...state} />
          {state.states ? <HowKnown facts={state.states} /> : null}
          <button type="button" className={classes['again']} onClick={reset}>
            {words.another}
          </button>
        </>
      ) : null}
      <StepMeanings />
      <section className={classes['how']}>
        <Disclosure title={words.experts}>
          <p>{words.howLead}</p>
          <dl>
            {words.tools.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
            {words.commands.map(({ name, command }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{command.endsWith('--origin') ? `${command} ${readSite().publicUrl}` : command}</code>
                </dd>
              </div>
            ))}
          </dl>
          <ul>
            <li>
              <a href={fillAddress('GET /api/transparency/certificate')}>{words.certificate}</a>
            </li>
            <li>
              <a href={fillAddress('GET /api/transparency/certificates')}>{words.certificates}</a>
            </li>
            <li>
              <a href={fillAddress('GET /api/transparency/check-record.mjs')}>{words.checker}</a>
            </li>
            <li>
              <Link to="/log">{words.log}</Link>
            </li>
          </ul>
        </Disclosure>
      </section>
    </div>
  )
}

/** Accepts one file by choosing or dropping it: an invisible input covers the whole area. */
function RecordDrop({ isIdle, onFile }: { isIdle: boolean; onFile(file: File): void }) {
  const id = useId()
  const field = useLostFocus<HTMLInputElement>(isIdle)
  const take = useRef(onFile)
  take.current = onFile
  const choose = () => {
    const [file] = field.current?.files ?? []
    if (!field.current || !file) return
    // Allows the same file to be chosen again.
    field.current.value = ''
    take.current(file)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file may have been chosen before the page's code ran.
  useEffect(choose, [])
  return (
    <div className={classes['drop']}>
      <input
        ref={field}
        id={id}
        type="file"
        accept="application/pdf,application/json,image/jpeg,image/png,.pdf,.json"
        className={classes['file']}
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      <label htmlFor={id} className={classes['choose']}>
        {words.choose}
      </label>
      <p>{words.drop}</p>
      <p id={`${id}-hint`} className={classes['stays']}>
        {words.stays}
      </p>
    </div>
  )
}

/** Explains each step in a record: the checks that were made, and those that weren't (EVIDENCE-4). */
function StepMeanings() {
  return (
    <section className={classes['how']}>
      <h2>{words.meanings}</h2>
      <p>{words.meaningsLead}</p>
      {facts.map((fact) => (
        <Disclosure key={fact} title={factWords[fact]}>
          <dl>
            {Object.entries(stepMeanings[fact]).map(([step, sentences]) => (
              <div key={step}>
                <dt>{stepWords[step as EvidenceStep | MailboxStep]}</dt>
                <dd>{sentences.join(' ')}</dd>
              </div>
            ))}
            {fact === 'age' || fact === 'name' ? (
              <div>
                <dt>{knownWords.vouched.title}</dt>
                <dd>{knownWords.vouched[fact]}</dd>
              </div>
            ) : null}
          </dl>
        </Disclosure>
      ))}
      <p>{knownWords.notMeant}</p>
    </section>
  )
}
