import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RecordView, Withdrawn } from '../../../contract/record.ts'
import words from '../../../words/en/record.ts'
import { fetchRecordFile, type RecordAccess, type RecordDownload } from '../../api/records.ts'
import { describeFailure, findProblem, request } from '../../api/request.ts'
import { saveFile } from '../../shared/browser.ts'
import { useAction } from '../../shared/effects.ts'
import { RecordObject } from '../../shared/record/record-object.tsx'
import { describeMoment } from '../../shared/time/moment.tsx'
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx'
import equalButtons from '../../shared/ui/equal-buttons.module.css'
import { showToast } from '../../shared/ui/toast.ts'

/** The record's file, with the buttons for downloading and withdrawing; announced as coming until it is sealed. */
export function RecordFiles({
  access,
  view,
  children,
}: {
  access: RecordAccess
  view: Pick<
    RecordView,
    'party' | 'form' | 'documents' | 'record' | 'withdrawal' | 'withdrawn' | 'isSealLate'
  >
  /** The action beside the download: withdrawing. */
  children?: ReactNode
}) {
  const { party, form, documents, record, withdrawal, withdrawn, isSealLate } = view
  return (
    <Stack gap="md" maw="28rem">
      <RecordObject
        form={form}
        photos={{ creator: documents.creatorSelfie, thirdParty: documents.thirdPartySelfie }}
        sealed={record}
        {...(party === 'creator'
          ? { isTitled: true, caption: form.status === 'verified' ? words.verified : null }
          : {})}
      />
      <div className={equalButtons['buttons']}>
        {/* Shown before it can be pressed, because Withdraw is beside it. */}
        <DownloadButton
          access={access}
          file="record.pdf"
          label={words.pdf}
          isMain
          isAwaited={record === null}
        />
        {children}
      </div>
      {record ? (
        <Text c="dimmed" size="sm">
          {words.keep}{' '}
          <Anchor component={Link} to="/check" size="sm">
            {words.check}
          </Anchor>
        </Text>
      ) : (
        <Text c="dimmed" role="status">
          {isSealLate ? words.sealingLate : words.sealing}
        </Text>
      )}
      {withdrawal ? (
        <Group gap="sm">
          <DownloadButton access={access} file="withdrawal.pdf" label={words.withdrawalPdf} />
          <DownloadButton access={access} file="withdrawal.json" label={words.withdrawalJson} />
          {withdrawal.archived ? (
            <DownloadButton
              access={access}
              file="withdrawal-archived.pdf"
              label={words.withdrawalArchivedPdf}
            />
          ) : null}
        </Group>
      ) : null}
      {record && withdrawn && !withdrawal ? (
        <Text c="dimmed" role="status">
          {isSealLate ? words.withdrawalLate : words.withdrawalSealing}
        </Text>
      ) : null}
    </Stack>
  )
}

type DownloadButtonProps = {
  access: RecordAccess
  file: RecordDownload
  label: string
  isMain?: boolean
  /** The file doesn't exist yet. */
  isAwaited?: boolean
}

/** Saves one file of a record, or its evidence pack. */
export function DownloadButton({
  access,
  file,
  label,
  isMain = false,
  isAwaited = false,
}: DownloadButtonProps) {
  const { isBusy, run } = useAction((error) => {
    showToast({ kind: 'error', title: words.downloadFailed, description: describeFailure(error) })
    return null
  })
  const download = () =>
    run(async () => {
      const { blob, name } = await fetchRecordFile(access, file)
      saveFile(blob, name)
    })
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={isMain ? null : <IconDownload size="1.1em" aria-hidden />}
      loading={isBusy}
      disabled={isAwaited}
      onClick={download}
    >
      {label}
    </Button>
  )
}

type WithdrawConsentProps = {
  access: RecordAccess
  /** Whether the other person will be mailed about it: false once their account is erased. */
  isOtherMailed: boolean
  view: Pick<RecordView, 'party' | 'holds'>
  onWithdrawn(done: Withdrawn): void
  /** The page is outdated: the other person acted first, or the link has expired. */
  onOutdated(): void
}

export function WithdrawConsent({
  access,
  isOtherMailed,
  view,
  onWithdrawn,
  onOutdated,
}: WithdrawConsentProps) {
  const [isOpen, setIsOpen] = useState(false)
  /** The answer to an earlier press was lost. */
  const mayHaveWithdrawn = useRef(false)
  const { isBusy, failure, run } = useAction((error) => {
    const problem = findProblem(error)
    const code = problem?.code
    if (code !== 'not_withdrawable' && code !== 'record_not_found') {
      if (!problem) mayHaveWithdrawn.current = true
      return { title: problem ? words.withdrawFailed : words.withdrawUnclear, text: describeFailure(error) }
    }
    setIsOpen(false)
    const { title, description } = words.notWithdrawn[code]
    const mayBeOwn = mayHaveWithdrawn.current && code === 'record_not_found'
    showToast({ kind: 'info', title: mayBeOwn ? words.mayBeWithdrawn : title, description })
    onOutdated()
    return null
  })
  const withdraw = () =>
    run(async () => {
      const done = await request('POST /api/records/:id/withdrawal', {
        params: { id: access.id },
        token: await access.findToken(),
      })
      setIsOpen(false)
      showToast({ kind: 'success', title: words.withdrawn })
      onWithdrawn(done)
    })
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.withdraw}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={words.withdrawTitle}
        keep={words.withdrawKeep}
        confirm={words.withdrawConfirm}
        isBusy={isBusy}
        failure={failure?.text ?? null}
        failed={failure?.title ?? words.withdrawFailed}
        onClose={() => setIsOpen(false)}
        onConfirm={withdraw}
      >
        <Text>{describeWithdrawal(isOtherMailed, describeAfterWithdrawal(view))}</Text>
      </ConfirmDialog>
    </>
  )
}

/**
 * The effect of a withdrawal on the legal holds: the reader's ends with it, and the other person's keeps the files
 * (HOLD-9).
 */
export function describeAfterWithdrawal({ party, holds }: Pick<RecordView, 'party' | 'holds'>): {
  endsOwn: boolean
  heldUntil: string | null
} {
  const inForce = holds.filter(({ endedAt }) => endedAt === null)
  return {
    endsOwn: inForce.some(({ by }) => by === party),
    heldUntil: inForce.find(({ by }) => by !== party)?.endsAt ?? null,
  }
}

/** Describes the effect of withdrawing, before it is done. */
export function describeWithdrawal(
  isOtherMailed: boolean,
  { endsOwn, heldUntil }: ReturnType<typeof describeAfterWithdrawal>,
): string {
  return [
    words.withdrawEnds,
    isOtherMailed ? words.withdrawMailed : words.withdrawNotMailed,
    ...(endsOwn ? [words.withdrawHold] : []),
    heldUntil ? words.withdrawLocks({ until: describeMoment(heldUntil) }) : words.withdrawDestroys,
  ].join(' ')
}
