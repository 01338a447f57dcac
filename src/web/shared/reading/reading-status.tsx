import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Reading } from '../../../contract/document-reading.ts'
import type { EvidenceSource } from '../../../domain/evidence/evidence.ts'
import { currentRecordFormat } from '../../../domain/record/record.ts'
import { describeHowKnown } from '../../../words/describe-how-known.ts'
import words from '../../../words/en/reading.ts'
import classes from './reading-status.module.css'
import type { ReadingState } from './use-id-reading.ts'

type ReadingStatusProps = {
  state: ReadingState
  /** Whether the typed data is enough if the document can't be read. */
  mayDeclare: boolean
  /** Whether the record has their age from a wallet or a provider too. */
  isProven: boolean
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

function Status({ state, ...rest }: ReadingStatusProps) {
  const { mayDeclare, onAgain } = rest
  if (state.phase === 'none') return null
  if (state.phase === 'asking') return <UnderWay>{words.asking}</UnderWay>
  if (state.phase === 'failed') {
    const { problem } = state.failure
    if (mayDeclare && problem?.code === 'reading_off') return null
    return (
      <Alert color="yellow" title={problem?.title ?? words.failed}>
        <Text size="sm">{problem?.detail ?? words.failedText}</Text>
        {problem?.code === 'reading_off' || problem?.code === 'reading_tries_spent' ? (
          <WhatElse {...rest} />
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
  return <Outcome reading={reading} {...rest} />
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

function Outcome({ reading, ...rest }: OutcomeProps) {
  const { mayDeclare, onBetter, onAgain } = rest
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
          {outcome === 'name_differs' ? null : <WhatElse {...rest} />}
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

function WhatElse({ mayDeclare, isProven }: Pick<ReadingStatusProps, 'mayDeclare' | 'isProven'>) {
  return (
    <Text size="sm" mt={4}>
      {isProven ? words.goOnProven : mayDeclare ? words.goOn : words.mustBeRead}
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
