import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { HowKnown } from '../../../contract/evidence.ts'
import type { CheckAnswer, CheckRequest } from '../../../contract/record.ts'
import { isRecordFormat, listShared } from '../../../domain/record/record.ts'
import words from '../../../words/en/check.ts'
import recordWords from '../../../words/en/record.ts'
import validityWords from '../../../words/en/validity.ts'
import { describeFailure, request } from '../../api/request.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { Rosette } from '../../shared/record/rosette.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import classes from './check-page.module.css'

const tones = { genuine: 'good', evidence: 'good', exists: 'plain', changed: 'bad', unknown: 'bad' } as const

/** The result of the check; it takes the focus, so that a screen reader announces it. */
export function CheckResult({
  answer,
  fileName,
  isPicture,
  pdfSha256,
}: {
  answer: CheckAnswer
  fileName: string | null
  isPicture: boolean
  /** Set for a genuine PDF. */
  pdfSha256: string | null
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
      {fileName ? (
        <p className={classes['name']}>
          <bdi>{fileName}</bdi>
        </p>
      ) : null}
      {pdfSha256 && isOnPages(answer) ? <Rosette sha256={pdfSha256} label={recordWords.rosette} /> : null}
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

/**
 * Whether the record's pages draw their lines from this exact file (RECORD-55): the lines of an archived copy, an
 * earlier revision or an addendum would differ and look like a forgery.
 */
function isOnPages(answer: CheckAnswer): boolean {
  return (
    answer.result === 'genuine' &&
    answer.document === 'record' &&
    !answer.archived &&
    !answer.hasNewerRevision
  )
}

function listFacts(answer: Exclude<CheckAnswer, { result: 'unknown' }>) {
  const { sealedAt, withdrawnAt, validUntil } = answer
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
    ...(validUntil
      ? [
          {
            name: validUntil.isOver ? validityWords.wasUntil : validityWords.until,
            value: <Moment at={validUntil.at} />,
          },
        ]
      : []),
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

type CheckState =
  | { phase: 'idle' }
  | { phase: 'checking' }
  | { phase: 'failed'; message: string; retry: (() => void) | null }
  | {
      phase: 'answered'
      answer: CheckAnswer
      fileName: string | null
      states: HowKnown | null
      isPicture: boolean
      pdfSha256: string | null
    }

/** Checks files and codes, one at a time: a new check cancels the previous one. */
export function useCheck() {
  const [state, setState] = useState<CheckState>({ phase: 'idle' })
  const asking = useRef<AbortController>(undefined)
  /** The code of the last checked record: a picture is looked up in that record. */
  const recordCode = useRef<string>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = useCallback(async (read: () => ReturnType<typeof readRecordFile>, fileName: string | null) => {
    const { signal } = renew(asking)
    setState({ phase: 'checking' })
    try {
      const { asked, states, isPicture, isPdf } = await read()
      if (isPicture && !recordCode.current) {
        if (!signal.aborted) setState({ phase: 'failed', message: words.recordFirst, retry: null })
        return
      }
      if (asked.checkCode || !isPicture) recordCode.current = asked.checkCode
      const checkCode = recordCode.current
      const answer = await request('POST /api/check', { json: { ...asked, checkCode }, signal })
      setState({
        phase: 'answered',
        answer: isPicture && answer.result === 'changed' ? { result: 'unknown' } : answer,
        fileName,
        // Only an unchanged file is quoted.
        states: answer.result === 'genuine' ? states : null,
        isPicture,
        pdfSha256: (answer.result === 'genuine' && isPdf && asked.sha256) || null,
      })
    } catch (failure) {
      if (signal.aborted) return
      setState({ phase: 'failed', message: describeFailure(failure), retry: () => void ask(read, fileName) })
    }
  }, [])

  const checkFile = useCallback(
    (file: File) => {
      renew(asking)
      if (!globalThis.crypto?.subtle) setState({ phase: 'failed', message: words.noFingerprint, retry: null })
      else if (file.size > recordFileMaxBytes)
        setState({ phase: 'failed', message: words.tooLarge, retry: null })
      else void ask(() => readRecordFile(file), file.name)
    },
    [ask],
  )
  const checkCode = useCallback(
    (code: string) =>
      void ask(
        async () => ({ asked: { checkCode: code }, states: null, isPicture: false, isPdf: false }),
        null,
      ),
    [ask],
  )
  const reset = useCallback(() => {
    renew(asking)
    setState({ phase: 'idle' })
  }, [])
  return { state, checkFile, checkCode, reset }
}

/** Cancels the request in progress. Returns the controller of the next one. */
function renew(asking: RefObject<AbortController | undefined>): AbortController {
  asking.current?.abort()
  asking.current = new AbortController()
  return asking.current
}

/** Records are a few hundred kilobytes; the limit leaves room and stops a phone from reading a film. */
const recordFileMaxBytes = 20 * 1024 * 1024

/**
 * The input of the check: the file's fingerprint, and its code if it has one. The file isn't sent. For a JSON file also
 * its statements about how each fact is known, which are shown once the file has proven genuine.
 */
export async function readRecordFile(
  file: Blob,
): Promise<{ asked: CheckRequest; states: HowKnown | null; isPicture: boolean; isPdf: boolean }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const checkCode = findCheckCode(new TextDecoder('latin1').decode(bytes))
  // JPEG begins with FF D8, PNG with 89 50; neither PDF nor JSON does.
  const isPicture = (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)
  const asked = checkCode && !isPicture ? { sha256, checkCode } : { sha256 }
  return { asked, states: findHowKnown(bytes), isPicture, isPdf: bytes[0] === 0x25 }
}

/** Reads `facts.known` from the JSON of a record; null for every other file. */
function findHowKnown(bytes: Uint8Array): HowKnown | null {
  if (bytes[0] !== 0x7b) return null
  try {
    const { facts } = JSON.parse(new TextDecoder().decode(bytes))
    const { format } = facts
    return isRecordFormat(format) && facts.document === 'record'
      ? { known: facts.known, sources: facts.sources, shared: listShared(facts.odd ?? []), format }
      : null
  } catch {
    return null
  }
}

/** The code behind `/check#` in a file or an address; null without one. */
export function findCheckCode(text: string): string | null {
  return /\/check#([\w-]{22})(?![\w-])/.exec(text)?.[1] ?? null
}
