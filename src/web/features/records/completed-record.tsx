import { Group, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { RecordView, Withdrawn } from '../../../contract/record.ts'
import words from '../../../words/en/record.ts'
import type { RecordAccess } from '../../api/records.ts'
import { Facts, Section } from '../../shared/consent-document/facts.tsx'
import { Moment } from '../../shared/time/moment.tsx'
import { HoldSection } from './legal-hold/hold-section.tsx'
import { DownloadButton, RecordFiles, WithdrawConsent } from './record-files.tsx'
import { RecordPaper } from './record-paper.tsx'

type CompletedRecordProps = Omit<ComponentProps<typeof RecordPaper>, 'form' | 'more'> & {
  form: ComponentProps<typeof RecordPaper>['form'] & { id: string }
  access: RecordAccess
  /** Null when it couldn't be fetched. */
  view: RecordView | null
  /** Whether the other person will be mailed about a withdrawal or a hold: false once their account is erased. */
  isOtherMailed: boolean
  onWithdrawn(done: Withdrawn): void
  /** Called after another change, here or on the other person's page. */
  onChanged(): void
}

/**
 * A completed record, in the same order on both people's pages: the record itself, its buttons, and rows (RECORD-55).
 */
export function CompletedRecord({
  form,
  access,
  view,
  isOtherMailed,
  onWithdrawn,
  onChanged,
  ...paper
}: CompletedRecordProps) {
  const act = { access, isOtherMailed, onChanged }
  const hold = view ? <HoldSection {...act} view={view} /> : null
  const isHeld = view?.holds.some(({ endedAt }) => endedAt === null) ?? false
  return (
    <>
      {view ? (
        <RecordFiles access={access} view={view}>
          {view.can.withdraw ? (
            <WithdrawConsent
              access={access}
              isOtherMailed={isOtherMailed}
              view={view}
              onWithdrawn={onWithdrawn}
              onOutdated={onChanged}
            />
          ) : null}
        </RecordFiles>
      ) : null}
      {isHeld ? hold : null}
      <RecordPaper
        {...paper}
        form={form}
        more={
          <>
            {isHeld ? null : hold}
            {view?.record ? <EvidencePack access={access} /> : null}
            <TechnicalDetails formId={form.id} access={access} record={view?.record} />
          </>
        }
      />
    </>
  )
}

/** Everything for the police, a lawyer or a court, once the record is sealed (PACK-1). */
function EvidencePack({ access }: { access: RecordAccess }) {
  return (
    <Section title={words.packTitle}>
      <Text mb="md">{words.packText}</Text>
      <DownloadButton access={access} file="evidence-pack.zip" label={words.pack} />
    </Section>
  )
}

/** The details for a program or an expert: the record's seal, and its machine-readable files. */
function TechnicalDetails({
  formId,
  access,
  record,
}: {
  formId: string
  access?: RecordAccess | undefined
  record?: RecordView['record'] | undefined
}) {
  const sealFacts = record
    ? [
        { name: words.sealed, value: <Moment at={record.sealedAt} /> },
        { name: words.timestamp, value: words.timestamps[record.timestamp] },
        { name: words.fingerprint, value: <code>{record.pdfSha256}</code> },
      ]
    : []
  return (
    <Section title={words.details}>
      <Facts facts={[{ name: words.formId, value: <code>{formId}</code> }, ...sealFacts]} />
      {access && record ? (
        <>
          <Group mt="lg" gap="sm">
            <DownloadButton access={access} file="record.json" label={words.json} />
            {record.archived ? (
              <DownloadButton access={access} file="record-archived.pdf" label={words.archivedPdf} />
            ) : null}
          </Group>
          {record.archived ? (
            <Text mt="md">
              <Moment
                at={record.archived.protectedUntil}
                within={record.archived.isOver ? words.archivedOver : words.archived}
              />
            </Text>
          ) : null}
        </>
      ) : null}
    </Section>
  )
}
