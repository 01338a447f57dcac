import '../../theme/components.css'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { fillAddress } from '../../../contract/address.ts'
import { productName } from '../../../domain/product.ts'
import words from '../../../words/en/check.ts'
import { readSite } from '../../api/site.ts'
import { HowKnown } from '../../shared/consent-document/how-known.tsx'
import { PageHeading } from '../../shared/ui/page-heading.tsx'
import classes from './check-page.module.css'
import { CheckResult } from './check-result.tsx'
import { findCheckCode } from './read-record-file.ts'
import { RecordDrop } from './record-drop.tsx'
import { StepMeanings } from './step-meanings.tsx'
import { useCheck } from './use-check.ts'

export function meta() {
  return [
    { title: `${words.title} · ${productName}` },
    { name: 'description', content: words.lead },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/** Where anybody finds out what a record is worth, by its file or by the code on paper. */
export default function CheckPage() {
  const { state, checkFile, checkCode, reset } = useCheck()
  const { hash } = useLocation()
  useEffect(() => {
    const code = findCheckCode(`/check${hash}`)
    if (code) checkCode(code)
  }, [hash, checkCode])

  return (
    <div className={classes['page']}>
      <PageHeading lead={words.lead}>{words.title}</PageHeading>
      <RecordDrop onFile={checkFile} />
      <div role="status" className={classes['state']}>
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
          <CheckResult answer={state.answer} fileName={state.fileName} isPicture={state.isPicture} />
          {state.states ? <HowKnown facts={state.states} /> : null}
          <button type="button" className={classes['again']} onClick={reset}>
            {words.another}
          </button>
        </>
      ) : null}
      <StepMeanings />
      <section className={classes['how']}>
        <h2>{words.how}</h2>
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
      </section>
    </div>
  )
}
