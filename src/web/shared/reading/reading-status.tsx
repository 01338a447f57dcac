import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Reading } from '../../../contract/document-reading.ts'
import type { EvidenceSource } from '../../../domain/evidence/evidence.ts'
import { currentRecordFormat } from '../../../domain/record/record.ts'
import { describeHowKnown } from '../../../words/describe-how-known.ts'
import words from '../../../words/en/reading.ts'
import type { ReadingCalls } from '../../api/evidence.ts'
import { RequestFailure } from '../../api/request.ts'
import classes from './reading-status.module.css'

type ReadingStatusProps = {
  state: ReadingState
  /** Whether the typed data is enough if the document can't be read. */
  mayDeclare: boolean
  /** Removes the picture so that another can be given. */
  onBetter(): void
  onAgain(): void
}

/** The state of an ID's reading, announced as it changes. */
export function ReadingStatus(props: ReadingStatusProps) {
  return (
    <div aria-live="polite" className={classes['region']}>
      <Status {...props} />
    </div>
  )
}

function Status({ state, mayDeclare, onBetter, onAgain }: ReadingStatusProps) {
  if (state.phase === 'none') return null
  if (state.phase === 'asking') return <UnderWay>{words.asking}</UnderWay>
  if (state.phase === 'failed') {
    const { problem } = state.failure
    if (mayDeclare && problem?.code === 'reading_off') return null
    return (
      <Alert color="yellow" title={problem?.title ?? words.failed}>
        <Text size="sm">{problem?.detail ?? words.failedText}</Text>
        {problem?.code === 'reading_off' || problem?.code === 'reading_tries_spent' ? (
          <WhatElse mayDeclare={mayDeclare} />
        ) : (
          <Button size="sm" mt="sm" onClick={onAgain}>
            {words.again}
          </Button>
        )}
      </Alert>
    )
  }
  const { reading } = state
  if (reading.state === 'waiting') return <UnderWay>{words.waiting({ before: reading.before })}</UnderWay>
  if (reading.state === 'reading') return <UnderWay>{words.reading}</UnderWay>
  return <Outcome reading={reading} mayDeclare={mayDeclare} onBetter={onBetter} onAgain={onAgain} />
}

function UnderWay({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" className={classes['row']}>
      <Loader size="sm" aria-hidden />
      <Text size="sm">{children}</Text>
    </Group>
  )
}

type OutcomeProps = Omit<ReadingStatusProps, 'state'> & { reading: Reading }

function Outcome({ reading, mayDeclare, onBetter, onAgain }: OutcomeProps) {
  const { outcome, triesLeft, nameAgrees } = reading
  if (outcome === 'read' || outcome === null) {
    return (
      <Alert color="green" title={words.read}>
        <Text size="sm">{describeAge(reading)}</Text>
        <Text size="sm" mt={4} c="dimmed">
          {words.kept}
        </Text>
      </Alert>
    )
  }
  const isNameUnread = outcome === 'name_differs' && nameAgrees === null
  const [title, advice] = isNameUnread ? words.nameUnread : words.faults[outcome]
  const isOver = outcome === 'under_age'
  // Where reading isn't required, an unreadable picture isn't an error.
  const isNote = mayDeclare && (outcome === 'unreadable' || outcome === 'not_a_document')
  return (
    <Alert
      color={isOver ? 'red' : isNote ? 'gray' : 'yellow'}
      role={isOver ? 'alert' : undefined}
      title={title}
    >
      {outcome === 'name_differs' ? <Text size="sm">{describeAge(reading)}</Text> : null}
      <Text size="sm">{advice}</Text>
      {isOver ? null : (
        <>
          <Text size="sm" mt={4}>
            {words.triesLeft({ left: triesLeft })}
          </Text>
          {outcome === 'name_differs' ? null : <WhatElse mayDeclare={mayDeclare} />}
          {outcome === 'reader_unavailable' ? (
            <Button size="sm" mt="sm" onClick={onAgain}>
              {words.again}
            </Button>
          ) : triesLeft > 0 ? (
            <Button size="sm" mt="sm" variant="default" onClick={onBetter}>
              {words.better}
            </Button>
          ) : null}
        </>
      )}
    </Alert>
  )
}

function WhatElse({ mayDeclare }: { mayDeclare: boolean }) {
  return (
    <Text size="sm" mt={4}>
      {mayDeclare ? words.goOn : words.mustBeRead}
    </Text>
  )
}

/** The same sentence as in the record. */
function describeAge({ kind, readFrom, issuingState, nameAgrees, day }: Reading): string {
  if (!kind || !readFrom || !issuingState) return ''
  const at = ''
  const source: EvidenceSource = {
    step: 'document',
    document: kind,
    readFrom,
    issuingState,
    nameAgrees,
    readerVersion: '',
    day,
    at,
  }
  return describeHowKnown(
    { fact: 'age', party: 'creator', step: 'document', at },
    [source],
    currentRecordFormat,
  )
}

/** The polling interval. */
const pauseMs = 1000

export type ReadingState =
  | { phase: 'none' }
  | { phase: 'asking' }
  | { phase: 'known'; reading: Reading }
  | { phase: 'failed'; failure: RequestFailure }

/** The outcome that `ReadingStatus` displays for a document; empty for none. */
export function findShownOutcome(state: ReadingState, documentId: string | null): string {
  const isDone = state.phase === 'known' && state.reading.state === 'done'
  return isDone && state.reading.documentId === documentId ? (state.reading.outcome ?? '') : ''
}

/**
 * Requests the reading of a stored document and polls it until its end. Without a document or calls, it does nothing.
 * Repeating a request for the same document costs nothing, so returning to the page is harmless.
 */
export function useReading(
  documentId: string | null,
  calls: ReadingCalls | null,
): { state: ReadingState; lookAgain(): void } {
  const [state, setState] = useState<ReadingState>({ phase: 'none' })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks once more.
  useEffect(() => {
    if (!documentId || !calls) {
      setState({ phase: 'none' })
      return
    }
    const controller = new AbortController()
    setState({ phase: 'asking' })
    follow(documentId, calls, controller.signal, (reading) => setState({ phase: 'known', reading })).catch(
      (error: unknown) => {
        if (controller.signal.aborted) return
        const failure = error instanceof RequestFailure ? error : new RequestFailure(null, null)
        setState({ phase: 'failed', failure })
      },
    )
    return () => controller.abort()
  }, [documentId, calls, round])

  return { state, lookAgain: useCallback(() => setRound((count) => count + 1), []) }
}

async function follow(
  documentId: string,
  { ask, look }: ReadingCalls,
  signal: AbortSignal,
  onNews: (reading: Reading) => void,
): Promise<void> {
  let reading: Reading | null = await ask(documentId, signal)
  while (!signal.aborted && reading && reading.documentId === documentId) {
    onNews(reading)
    if (reading.state === 'done') return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!signal.aborted) reading = await look(documentId, signal)
  }
}
