import { Button, Modal, Stack, Text, Title } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { LegalHold, RecordView } from '../../../../contract/record.ts'
import words from '../../../../words/en/legal-hold.ts'
import { describeFailure, request } from '../../../api/request.ts'
import { Facts, Section } from '../../../shared/consent-document/facts.tsx'
import { useAction } from '../../../shared/effects.ts'
import { useKeptValue } from '../../../shared/forms/use-kept-value.ts'
import { Moment } from '../../../shared/time/moment.tsx'
import { LoadingCard } from '../../../shared/ui/cards.tsx'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { showToast } from '../../../shared/ui/toast.ts'
import { type HoldActProps, isOutdated } from '../use-record.ts'
import classes from './hold-section.module.css'

type HoldSectionProps = HoldActProps & { view: Pick<RecordView, 'party' | 'holds' | 'can' | 'accessEndsAt'> }

/**
 * The legal holds of a record, and the buttons to set or lift one's own (HOLD-13). Empty where there is none and none
 * can be set.
 */
export function HoldSection({
  access,
  view: { party, holds, can, accessEndsAt },
  isOtherMailed,
  onChanged,
}: HoldSectionProps) {
  const inForce = holds.filter(({ endedAt }) => endedAt === null)
  const hasOwnEnded = holds.some(({ by, endedAt }) => by === party && endedAt !== null)
  if (inForce.length === 0 && !can.hold && !hasOwnEnded) return null
  const act = { access, isOtherMailed, onChanged }
  const mayLift = accessEndsAt === null
  return (
    <Section title={words.title}>
      <Stack gap="lg">
        {inForce.map((hold) => (
          <div key={hold.by}>
            <OneHold hold={hold} isOwn={hold.by === party} />
            {mayLift && hold.by === party ? <LiftHold {...act} /> : null}
          </div>
        ))}
        {inForce.length > 0 ? <Text c="dimmed">{words.effect}</Text> : null}
        {hasOwnEnded ? <Text c="dimmed">{words.ended}</Text> : null}
        {can.hold ? (
          <div>
            <Text mb="md">{words.lead}</Text>
            <SetHold {...act} />
          </div>
        ) : null}
      </Stack>
    </Section>
  )
}

function OneHold({ hold, isOwn }: { hold: LegalHold; isOwn: boolean }) {
  return (
    <>
      <Title order={3} size="h4" mb="xs">
        {isOwn ? words.byYou : words.byOther}
      </Title>
      <Facts
        facts={[
          { name: words.endsAt, value: <Moment at={hold.endsAt} /> },
          { name: words.setAt, value: <Moment at={hold.setAt} /> },
          { name: words.reason, value: <span className={classes['reason']}>{hold.reason}</span> },
        ]}
      />
    </>
  )
}

const SetHoldForm = lazyPart(() => import('./set-hold-form.tsx'))

/** The button for setting a legal hold. The typed text is still there when the dialog is closed and opened again. */
function SetHold(props: HoldActProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  useKeptValue('hold', reason || null, setReason)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.open}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.dialog}>
        <Suspense fallback={<LoadingCard words={words.dialog} />}>
          <SetHoldForm {...props} reason={reason} onReason={setReason} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}

/** Ends the reader's own legal hold after a confirmation. */
function LiftHold({ access, isOtherMailed, onChanged }: HoldActProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, failure, run } = useAction((error) => {
    if (!isOutdated(error)) return describeFailure(error)
    setIsOpen(false)
    showToast({ kind: 'info', title: words.liftFailed, description: describeFailure(error) })
    onChanged()
    return null
  })
  const lift = () =>
    run(async () => {
      await request('DELETE /api/records/:id/hold', {
        params: { id: access.id },
        token: await access.findToken(),
      })
      setIsOpen(false)
      showToast({ kind: 'success', title: words.lifted })
      onChanged()
    })
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setIsOpen(true)}>
        {words.lift}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={words.liftDialog}
        keep={words.liftKeep}
        confirm={words.liftConfirm}
        isBusy={isBusy}
        failure={failure}
        failed={words.liftFailed}
        onClose={() => setIsOpen(false)}
        onConfirm={lift}
      >
        <Text>{isOtherMailed ? `${words.liftText} ${words.liftMailed}` : words.liftText}</Text>
      </ConfirmDialog>
    </>
  )
}
