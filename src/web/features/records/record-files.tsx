import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { RecordView, Withdrawn } from '../../../contract/record.ts'
import words from '../../../words/en/record.ts'
import { fetchRecordFile, type RecordAccess, type RecordDownload } from '../../api/records.ts'
import { RequestFailure, request } from '../../api/request.ts'
import { saveFile } from '../../shared/browser.ts'
import { Facts } from '../../shared/consent-document/facts.tsx'
import { useAction } from '../../shared/effects.ts'
import { describeMoment, Moment } from '../../shared/time/moment.tsx'
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx'
import { Disclosure } from '../../shared/ui/disclosure.tsx'
import equalButtons from '../../shared/ui/equal-buttons.module.css'
import { showToast } from '../../shared/ui/toast.ts'
import { RecordObject } from './record-object.tsx'
import { describeFailure } from './use-record.ts'

/** The sealed record and its addendum, to be downloaded; said to be on its way until it is sealed. */
export function RecordFiles({
  access,
  view,
  children,
}: {
  access: RecordAccess
  view: Pick<RecordView, 'form' | 'documents' | 'record' | 'withdrawal' | 'withdrawn' | 'isSealLate'>
  /** What can be done beside downloading it: to withdraw. */
  children?: ReactNode
}) {
  const { record, withdrawal, withdrawn, isSealLate } = view
  return (
    <Stack gap="md">
      <RecordObject view={view} />
      <div className={equalButtons['buttons']}>
        {record ? <DownloadButton access={access} file="record.pdf" label={words.pdf} isMain /> : null}
        {children}
      </div>
      {record ? (
        <>
          <Text c="dimmed">
            {words.keep}{' '}
            <Anchor component={Link} to="/check">
              {words.check}
            </Anchor>
          </Text>
          <Disclosure title={words.details}>
            <Facts
              facts={[
                { name: words.sealed, value: <Moment at={record.sealedAt} /> },
                { name: words.timestamp, value: words.timestamps[record.timestamp] },
                { name: words.fingerprint, value: <code>{record.pdfSha256}</code> },
              ]}
            />
            <Group mt="lg" gap="sm">
              <DownloadButton access={access} file="record.json" label={words.json} />
              {record.archived ? (
                <DownloadButton access={access} file="record-archived.pdf" label={words.archivedPdf} />
              ) : null}
            </Group>
          </Disclosure>
          {withdrawal ? (
            <Group mt="sm" gap="sm">
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
          {record.archived ? (
            <Text c="dimmed" mt="lg">
              {record.archived.isOver ? words.archivedOver : words.archived}{' '}
              <Moment at={record.archived.protectedUntil} />.
            </Text>
          ) : null}
          <Text c="dimmed">{words.packText}</Text>
          <div>
            <DownloadButton access={access} file="evidence-pack.zip" label={words.pack} />
          </div>
          {withdrawn && !withdrawal ? (
            <Text c="dimmed" role="status">
              {isSealLate ? words.withdrawalLate : words.withdrawalSealing}
            </Text>
          ) : null}
        </>
      ) : (
        <Text c="dimmed" role="status">
          {isSealLate ? words.sealingLate : words.sealing}
        </Text>
      )}
    </Stack>
  )
}

type DownloadButtonProps = {
  access: RecordAccess
  file: RecordDownload
  label: string
  isMain?: boolean
}

/** Saves one file of a record, or its evidence pack. */
function DownloadButton({ access, file, label, isMain = false }: DownloadButtonProps) {
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
      leftSection={<IconDownload size="1.1em" aria-hidden />}
      loading={isBusy}
      onClick={download}
    >
      {label}
    </Button>
  )
}

type WithdrawConsentProps = {
  access: RecordAccess
  /** Whether the other person will hear of it: not once their account is erased. */
  isOtherMailed: boolean
  view: Pick<RecordView, 'party' | 'holds'>
  onWithdrawn(done: Withdrawn): void
  /** The page is outdated: the other person was faster, or the link has expired. */
  onOutdated(): void
}

/** Withdraws consent after one question. */
export function WithdrawConsent({
  access,
  isOtherMailed,
  view,
  onWithdrawn,
  onOutdated,
}: WithdrawConsentProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { isBusy, failure, run } = useAction((error) => {
    const code = error instanceof RequestFailure ? error.problem?.code : undefined
    if (code !== 'not_withdrawable' && code !== 'record_not_found') return describeFailure(error)
    setIsAsked(false)
    showToast({ kind: 'info', ...words.notWithdrawn[code] })
    onOutdated()
    return null
  })
  const withdraw = () =>
    run(async () => {
      const done = await request('POST /api/records/:id/withdrawal', {
        params: { id: access.id },
        token: await access.findToken(),
      })
      setIsAsked(false)
      showToast({ kind: 'success', title: words.withdrawn })
      onWithdrawn(done)
    })
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {words.withdraw}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={words.withdrawTitle}
        keep={words.withdrawKeep}
        confirm={words.withdrawConfirm}
        isBusy={isBusy}
        failure={failure}
        failed={words.withdrawFailed}
        onClose={() => setIsAsked(false)}
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

/** Says what withdrawing does, before it is done. */
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
