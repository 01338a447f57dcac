import { Alert, Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import words from '../../../../words/en/draft.ts'
import { describeFailure } from '../../../api/request.ts'
import { useAction } from '../../../shared/effects.ts'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import type { DraftSaving } from './use-draft-saving.ts'
import classes from './wizard-frame.module.css'

type StatusProps = { draft: DraftSaving; isBusy: boolean }

/**
 * The state of the draft, and a button that starts over. A change on another device is announced; saving, which happens
 * all the time, isn't.
 *
 * @param isBusy whether a creation may be using the draft, which then can't be given up
 */
export default function DraftStatus({ draft, isBusy }: StatusProps) {
  const { saving } = draft
  if (saving === 'nothing') return null
  if (saving === 'changed') return <ChangedElsewhere draft={draft} isBusy={isBusy} />
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.saving[saving]}
      </Text>
      {/* Announced at the start, because the person may want to wait before they close the page. */}
      <VisuallyHidden role="status">{saving === 'here' ? words.saving.here : null}</VisuallyHidden>
      <StartOver draft={draft} isBusy={isBusy} />
    </>
  )
}

function ChangedElsewhere({ draft, isBusy: isUsed }: StatusProps) {
  const { isBusy, failure, run } = useAction(describeFailure)
  const [choice, setChoice] = useState<'takeUp' | 'keepThis'>('takeUp')
  const choose = (next: typeof choice) => {
    if (!isBusy) setChoice(next)
    void run(draft[next])
  }
  const isChosen = (one: typeof choice) => isBusy && choice === one
  return (
    <Alert color="yellow" role="alert" title={words.changed} className={classes['changed']}>
      <Text size="sm">{words.changedText}</Text>
      <Group gap="xs" mt="sm">
        <Button size="sm" disabled={isUsed} loading={isChosen('takeUp')} onClick={() => choose('takeUp')}>
          {words.takeUp}
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={isUsed}
          loading={isChosen('keepThis')}
          onClick={() => choose('keepThis')}
        >
          {words.keepThis}
        </Button>
      </Group>
      {failure ? (
        <Text size="sm" mt="xs">
          {failure}
        </Text>
      ) : null}
    </Alert>
  )
}

function StartOver({ draft, isBusy: isUsed }: StatusProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, failure, run } = useAction(() => words.startOverFailedText)
  const startOver = () =>
    run(async () => {
      await draft.startOver()
      showToast({ kind: 'success', title: words.startedOver, description: words.startedOverText })
    })
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        mod="standalone"
        disabled={isUsed}
        onClick={() => setIsOpen(true)}
      >
        {words.startOver}
      </Anchor>
      <ConfirmDialog
        opened={isOpen}
        title={words.startOverTitle}
        keep={words.goBack}
        confirm={words.startOver}
        isBusy={isBusy}
        failure={failure}
        failed={words.startOverFailed}
        onClose={() => setIsOpen(false)}
        onConfirm={startOver}
      >
        <Text>{words.startOverText}</Text>
        <Text size="sm" c="dimmed">
          {words.kept}
        </Text>
      </ConfirmDialog>
    </>
  )
}
