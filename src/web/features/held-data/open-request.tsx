import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { HeldRequest } from '../../../contract/privacy.ts'
import { isOpen } from '../../../domain/verification/verification.ts'
import words from '../../../words/en/held-data.ts'
import { describeFault, findProblem, request } from '../../api/request.ts'
import { useAction } from '../../shared/effects.ts'
import { focusNow } from '../../shared/focus.ts'
import { toLocalDay } from '../../shared/time/local-day.ts'
import { describeDay } from '../../shared/time/moment.tsx'
import { Failure } from '../../shared/ui/failure.tsx'

/**
 * An action with the proof of a mailbox. After half an hour the server refuses every one: the data are then fetched
 * again, which is refused too, and offers the way back.
 */
export function useHeldAction() {
  const queries = useQueryClient()
  return useAction((error) => {
    if (findProblem(error)?.code === 'mailbox_unproven') void queries.invalidateQueries()
    return describeFault(error)
  })
}

type OpenRequestProps = {
  keptUntil: string
  decline(): Promise<unknown>
  onDeclined(): void
}

/** Until when the details typed in an open request stay, and the way to decline it, which its creator sees. */
export function OpenRequest({ keptUntil, decline, onDeclined }: OpenRequestProps) {
  const textId = useId()
  /** Null until Decline was pressed once, so that the page doesn't take the focus when it opens. */
  const [isAsking, setIsAsking] = useState<boolean | null>(null)
  const { isBusy, failure, run } = useHeldAction()
  return (
    <Stack gap="sm" align="flex-start">
      <Text id={textId}>{words.keptOpen({ until: describeLastDay(keptUntil) })}</Text>
      {isAsking ? (
        <>
          <Text ref={focusNow} tabIndex={-1}>
            {words.declineText}
          </Text>
          <Group>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {words.keep}
            </Button>
            <Button color="gray" loading={isBusy} onClick={() => run(() => decline().then(onDeclined))}>
              {words.declineConfirm}
            </Button>
          </Group>
          {failure ? <Failure title={words.failed}>{failure}</Failure> : null}
        </>
      ) : (
        <Button
          variant="default"
          aria-describedby={textId}
          {...(isAsking === false ? { ref: focusNow } : {})}
          onClick={() => setIsAsking(true)}
        >
          {words.decline}
        </Button>
      )}
    </Stack>
  )
}

export type KeptUntilProps = { item: HeldRequest; token: string; onDeclined(): void }

/** Until when the typed details stay, if the request has no record; an open one can be declined. */
export function KeptUntil({ item: { id, status, keptUntil }, token, onDeclined }: KeptUntilProps) {
  if (!keptUntil) return null
  if (!isOpen(status)) return <Text>{words.keptEnded({ until: describeLastDay(keptUntil) })}</Text>
  const decline = () => request('POST /api/my-data/requests/:id/decline', { params: { id }, token })
  return <OpenRequest keptUntil={keptUntil} decline={decline} onDeclined={onDeclined} />
}

/** The day of an instant on this device's calendar. */
function describeLastDay(instant: string): string {
  return describeDay(toLocalDay(new Date(instant)))
}
