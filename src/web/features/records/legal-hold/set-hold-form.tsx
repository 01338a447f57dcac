import { Button, Group, List, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { computeHoldEnd, findHoldReasonFault } from '../../../../domain/record/legal-hold.ts'
import words from '../../../../words/en/legal-hold.ts'
import { describeFailure, findProblem, request } from '../../../api/request.ts'
import { useAction } from '../../../shared/effects.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { Failure } from '../../../shared/ui/failure.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { type HoldActProps, isOutdated } from '../use-record.ts'

type SetHoldFormProps = HoldActProps & { reason: string; onReason(reason: string): void; onClose(): void }

/** Explains the effect and the limits of a legal hold, and asks for its reason. */
export default function SetHoldForm({
  access,
  isOtherMailed,
  onChanged,
  reason,
  onReason,
  onClose,
}: SetHoldFormProps) {
  const [endsAt] = useState(() => computeHoldEnd(new Date()).toISOString())
  const [fault, setFault] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const refuseReason = (message: string) => {
    setFault(message)
    field.current?.focus()
  }
  const { isBusy, failure, setFailure, run } = useAction((error) => {
    if (isOutdated(error)) {
      onClose()
      showToast({ kind: 'info', title: words.failed, description: describeFailure(error) })
      onChanged()
      return null
    }
    const problem = findProblem(error)
    const refused = problem?.errors?.find(({ path }) => path === 'reason')
    if (!refused) return describeFailure(error)
    refuseReason(refused.message)
    return null
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    const found = findHoldReasonFault(reason)
    if (found) return refuseReason(words.reasonFaults[found])
    void run(async () => {
      await request('POST /api/records/:id/hold', {
        params: { id: access.id },
        token: await access.findToken(),
        json: { reason },
      })
      onReason('')
      onClose()
      showToast({ kind: 'success', title: words.done })
      onChanged()
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <List spacing="xs">
          <List.Item>
            <Moment at={endsAt} within={words.until} />
          </List.Item>
          {[isOtherMailed ? words.otherMailed : words.otherNotMailed, ...words.points].map((point) => (
            <List.Item key={point}>{point}</List.Item>
          ))}
        </List>
        <Textarea
          ref={field}
          name="reason"
          label={words.reason}
          description={words.reasonHint}
          rows={4}
          resize="vertical"
          required
          value={reason}
          error={fault}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget }) => {
            onReason(currentTarget.value)
            setFault(null)
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.leave}
          </Button>
          <Button type="submit" loading={isBusy}>
            {words.confirm}
          </Button>
        </Group>
        {failure ? <Failure title={words.failed}>{failure}</Failure> : null}
      </Stack>
    </form>
  )
}
