import { useEffect, useRef } from 'react'
import type { CheckAnswer } from '../../../contract/record.ts'
import words from '../../../words/en/check.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import classes from './check-page.module.css'

const tones = { genuine: 'good', evidence: 'good', exists: 'plain', changed: 'bad', unknown: 'bad' } as const

/** What the check found; it takes the focus, so that it is read aloud. */
export function CheckResult({
  answer,
  fileName,
  isPicture,
}: {
  answer: CheckAnswer
  fileName: string | null
  isPicture: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { title, text } = words.results[answer.result === 'unknown' && isPicture ? 'notGiven' : answer.result]
  return (
    <section className={classes['result']} data-tone={tones[answer.result]}>
      <div className={classes['line']}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {answer.result !== 'unknown' && answer.withdrawnAt ? (
          <StatusBadge status="withdrawn" ageStep={null} />
        ) : null}
      </div>
      {fileName ? <p className={classes['name']}>{fileName}</p> : null}
      <p>{text}</p>
      {answer.result === 'unknown' ? null : (
        <div className={classes['facts']}>
          <Facts facts={listFacts(answer)} />
          {'hasNewerRevision' in answer && answer.hasNewerRevision ? (
            <p className={classes['name']}>{words.newer}</p>
          ) : null}
        </div>
      )}
    </section>
  )
}

function listFacts(answer: Exclude<CheckAnswer, { result: 'unknown' }>) {
  const { sealedAt, withdrawnAt } = answer
  const document =
    answer.result === 'evidence' ? words.pictures[answer.category] : words.documents[answer.document]
  return [
    { name: words.document, value: document },
    { name: words.sealed, value: <Moment at={sealedAt} /> },
    ...(answer.result === 'evidence' ? [] : [describeTimestamp(answer)]),
    ...(answer.result === 'evidence' || !answer.archived ? [] : [describeArchived(answer.archived)]),
    ...(answer.result === 'evidence' || !answer.seal ? [] : [describeSeal(answer.seal)]),
    {
      name: words.consent,
      value: withdrawnAt ? (
        <>
          {words.withdrawn} <Moment at={withdrawnAt} />
        </>
      ) : (
        words.holds
      ),
    },
  ]
}

function describeTimestamp({
  timestamp,
  timestampAt,
}: Extract<CheckAnswer, { result: 'genuine' | 'changed' | 'exists' }>) {
  return {
    name: words.timestamp,
    value: (
      <>
        {words.timestamps[timestamp]}
        {timestampAt ? (
          <>
            , <Moment at={timestampAt} />
          </>
        ) : null}
      </>
    ),
  }
}

function describeArchived({
  protectedUntil,
  isOver,
}: NonNullable<Extract<CheckAnswer, { hasNewerRevision: boolean }>['archived']>) {
  return {
    name: words.archived,
    value: (
      <>
        {isOver ? words.archivedOver : words.archivedText} <Moment at={protectedUntil} />.
      </>
    ),
  }
}

function describeSeal({
  issuer,
  followedAt,
}: NonNullable<Extract<CheckAnswer, { hasNewerRevision: boolean }>['seal']>) {
  return {
    name: words.seal,
    value: (
      <>
        {followedAt ? (
          <>
            {words.seals.former} <Moment at={followedAt} />.
          </>
        ) : (
          words.seals.current
        )}{' '}
        {issuer === null ? words.seals.selfSigned : `${words.seals.issued} ${issuer}.`}
      </>
    ),
  }
}
